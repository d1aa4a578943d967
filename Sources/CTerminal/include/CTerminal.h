#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ncursesw and the terminal's safety behind flat functions. One terminal a process; every function
// is for one thread, the one that opened it. C, because curses.h is macros, variadic functions and
// mutable globals, which Swift 6 does not import, and because signal handlers and the child of a
// fork may run nothing of the Swift runtime.

/// One cell on its way to the screen.
struct cterminal_cell {
    /// A base and at most four marks; unused ones are 0.
    uint32_t text[5];
    /// 1 or 2. The right half of a wide character is not handed over.
    int32_t width;
    /// From `cterminal_pair`.
    int32_t pair;
    /// `cterminal_trait` values.
    uint32_t traits;
};

enum cterminal_trait {
    CTERMINAL_BOLD = 1,
    CTERMINAL_DIM = 2,
    CTERMINAL_UNDERLINE = 4,
    CTERMINAL_REVERSE = 8,
};

/// What `cterminal_take_signals` returns, or-ed.
enum cterminal_signal {
    CTERMINAL_RESIZED = 1,
    CTERMINAL_INTERRUPTED = 2,
    CTERMINAL_TERMINATED = 4,
    CTERMINAL_HUNG_UP = 8,
    CTERMINAL_SUSPEND = 16,
    CTERMINAL_RESUMED = 32,
};

/// What `cterminal_read` returns instead of a count.
enum cterminal_read_result {
    CTERMINAL_WOULD_BLOCK = -1,
    CTERMINAL_GONE = -2,
};

/// The private terminfo entry `index`; false beyond the last. C: the bytes are a constant that a
/// Swift array would copy at every start.
bool cterminal_entry(size_t index, const char **name, const unsigned char **bytes, size_t *count);

/// Whether text beyond ASCII can be drawn: sets the process's character type to UTF-8. C: setlocale
/// with nl_langinfo, before ncurses looks.
bool cterminal_use_utf8(void);

/// Takes the terminal on two descriptors, which it then owns. Returns false, with nothing changed,
/// when `type` has no entry. From here on every way to end restores the terminal. C: newterm.
bool cterminal_open(const char *type, int input, int output, int columns, int rows, bool marks);

/// Restores the terminal and gives up handlers and watchdog. Harmless when not open. C: endwin.
void cterminal_close(void);

/// Number of colours of the open terminal: 0 when it has none. C: a mutable global.
int cterminal_colors(void);

/// A colour pair for two colours, -1 meaning the terminal's own. When the terminal has no pair
/// left, one with the same background, else 0. C: init_extended_pair, and a table of our own
/// because alloc_pair recycles pairs that are on the screen.
int cterminal_pair(int foreground, int background);

/// Writes cells into the next picture. C: setcchar and wadd_wchnstr work on cchar_t.
void cterminal_put(int row, int column, const struct cterminal_cell *cells, size_t count);

/// Where the terminal's own cursor shows; a negative row hides it. C: the stdscr macro.
void cterminal_caret(int row, int column);

/// Sends what has changed, as one synchronized update. C: doupdate.
void cterminal_present(void);

/// The next picture is sent whole. C: clearok on curscr, a mutable global.
void cterminal_repaint(void);

/// The size that the kernel tells: 0 and 0 when it does not know. C: ioctl, a variadic function.
void cterminal_kernel_size(int descriptor, int *columns, int *rows);

/// Changes the size of the picture. C: resize_term.
bool cterminal_resize(int columns, int rows);

/// Whether output would be taken now. C: poll on the descriptor that ncurses writes to.
bool cterminal_is_writable(void);

/// Reads what was typed: a count above 0 or a `cterminal_read_result`. Never blocks although the
/// descriptor is blocking. C: keeps the descriptor with its owner.
ptrdiff_t cterminal_read(void *bytes, size_t count);

/// The descriptor that becomes readable when keys or a hang-up arrive; -1 when not open.
int cterminal_input_descriptor(void);

/// The descriptor that becomes readable when `cterminal_take_signals` has something; -1 when not
/// open.
int cterminal_signal_descriptor(void);

/// Signals since the last call. C: the handlers' flags are atomics that they share.
uint32_t cterminal_take_signals(void);

/// Gives the terminal back, stops the process group as Ctrl-Z does, and returns in possession
/// again after the process was continued. C: reset_prog_mode, and signal actions around a stop.
void cterminal_suspend(void);

/// Takes the terminal back after somebody else stopped and continued the process. C: as above.
void cterminal_reenter(void);

#endif
