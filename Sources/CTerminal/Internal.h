#ifndef CTERMINAL_INTERNAL_H
#define CTERMINAL_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CTerminal.h"

/// One compiled terminfo entry.
struct cterminal_entry {
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

/// Ends with an entry without a name.
extern const struct cterminal_entry cterminal_entries[];

/// Everything that a signal handler needs, set before the first handler is installed.
struct guard_state {
    int output;
    int input;
    char reset[256];
    size_t reset_count;
};

extern struct guard_state cterminal_guard;

/// Remembers the modes of the terminal on a descriptor; false when it is none.
bool cterminal_guard_save(int input);

/// Sets the remembered modes.
void cterminal_guard_restore(void);

/// Tells the guard whether the terminal is in our hands: a crash restores it only then.
void cterminal_guard_active(bool active);

/// Starts the watchdog process and installs the handlers.
bool cterminal_guard_start(void);

/// Takes handlers and watchdog away again.
void cterminal_guard_stop(void);

/// Forgets that the process was continued; true when it was.
bool cterminal_guard_take_continued(void);

/// Makes the next `cterminal_take_signals` return these too.
void cterminal_guard_note(uint32_t signals);

/// Writes all of it, whatever interrupts; safe in a signal handler.
void cterminal_write_all(int descriptor, const char *bytes, size_t count);

/// Standard error goes to memory while the screen is ours, and to the terminal afterwards.
void cterminal_errors_capture(void);
void cterminal_errors_release(void);
void cterminal_errors_trim(void);
/// Safe in a signal handler.
void cterminal_errors_print(void);

#endif
