#include "CTerminal.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include "Internal.h"

static const char begin_update[] = "\033[?2026h";
static const char end_update[] = "\033[?2026l";
static const char paste_on[] = "\033[?2004h";
static const char paste_off[] = "\033[?2004l";

static SCREEN *screen;
static FILE *output_file;
static FILE *input_file;
static bool uses_marks;
static bool caret_shown;

// ----------------------------------------------------------------------------- entries, locale

bool cterminal_entry(
    size_t index, const char **name, const unsigned char **bytes, size_t *count) {
    for (size_t at = 0; cterminal_entries[at].name; at++) {
        if (at == index) {
            *name = cterminal_entries[at].name;
            *bytes = cterminal_entries[at].bytes;
            *count = cterminal_entries[at].count;
            return true;
        }
    }
    return false;
}

bool cterminal_use_utf8(void) {
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return true;
    return setlocale(LC_CTYPE, "C.UTF-8") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

// ---------------------------------------------------------------------------------- open, close

/// A string of the entry without padding, or an empty one.
static const char *capability(const char *name) {
    const char *text = tigetstr(name);
    bool is_usable = text && text != (const char *)-1 && !strstr(text, "$<");
    return is_usable ? text : "";
}

/// What a handler writes: ends our modes, then says what the entry knows of leaving.
static void prepare_reset(void) {
    struct guard_state *guard = &cterminal_guard;
    const char *leave = capability("rmcup");
    const char *begin = uses_marks ? end_update : "";
    // Without an alternate screen the shell's prompt would stand in the middle of the board.
    int count = snprintf(
        guard->reset, sizeof guard->reset, "%s%s\033[m%s%s\r%s", begin, paste_off,
        capability("cnorm"), leave, *leave ? "" : "\n");
    guard->reset_count = count > 0 && (size_t)count < sizeof guard->reset ? (size_t)count : 0;
}

/// The modes of the screen, on the terminal's side.
static void enter_modes(void) {
    cterminal_guard_active(true);
    cterminal_write_all(cterminal_guard.output, paste_on, sizeof paste_on - 1);
}

static void leave_modes(void) {
    // Without another screen to leave, the picture would stay among the shell's lines.
    if (*capability("rmcup") == 0) {
        erase();
        refresh();
    }
    cterminal_write_all(cterminal_guard.output, paste_off, sizeof paste_off - 1);
    endwin();
    cterminal_guard_restore();
    cterminal_guard_active(false);
}

/// ncurses takes the size from the environment if it finds one there, so it finds ours.
static SCREEN *new_screen(const char *type, int columns, int rows) {
    char number[16];
    snprintf(number, sizeof number, "%d", columns);
    setenv("COLUMNS", number, 1);
    snprintf(number, sizeof number, "%d", rows);
    setenv("LINES", number, 1);
    SCREEN *made = newterm(type, output_file, input_file);
    unsetenv("COLUMNS");
    unsetenv("LINES");
    return made;
}

bool cterminal_open(const char *type, int input, int output, int columns, int rows, bool marks) {
    struct guard_state *guard = &cterminal_guard;
    if (screen || !cterminal_guard_save(input)) return false;
    if (!output_file) output_file = fdopen(output, "w");
    if (!input_file) input_file = fdopen(input, "r");
    if (!output_file || !input_file) return false;
    screen = new_screen(type, columns, rows);
    if (!screen) return false;
    guard->output = output;
    uses_marks = marks;
    prepare_reset();
    cterminal_guard_start();
    raw();
    noecho();
    nonl();
    leaveok(stdscr, TRUE);
    typeahead(-1);
    scrollok(stdscr, FALSE);
    // ncurses flushes after every movement of the cursor until it has ended once.
    endwin();
    reset_prog_mode();
    if (has_colors()) {
        start_color();
        use_default_colors();
    }
    cterminal_errors_capture();
    enter_modes();
    curs_set(0);
    caret_shown = false;
    return true;
}

void cterminal_close(void) {
    if (!screen) return;
    leave_modes();
    cterminal_guard_stop();
    delscreen(screen);
    screen = NULL;
    fclose(output_file);
    fclose(input_file);
    output_file = input_file = NULL;
    cterminal_errors_release();
}

// ------------------------------------------------------------------------------------- drawing

int cterminal_colors(void) { return has_colors() ? COLORS : 0; }

/// Pairs made so far, from 1; the index of a slot is its hash, then the next free one.
enum { pair_limit = 2048, slot_count = 4096 };
static int pair_foreground[pair_limit];
static int pair_background[pair_limit];
static uint16_t slots[slot_count];
static int pairs_made;

/// What stands in for a pair when there is no room for another.
static int similar_pair(int background) {
    for (int pair = 1; pair <= pairs_made; pair++)
        if (pair_background[pair] == background) return pair;
    return 0;
}

int cterminal_pair(int foreground, int background) {
    if (!has_colors() || (foreground < 0 && background < 0)) return 0;
    uint32_t hash = ((uint32_t)foreground * 2654435761u) ^ ((uint32_t)background * 40503u);
    uint32_t slot = (hash ^ (hash >> 15)) % slot_count;
    for (; slots[slot]; slot = (slot + 1) % slot_count) {
        int pair = slots[slot];
        if (pair_foreground[pair] == foreground && pair_background[pair] == background) return pair;
    }
    int pair = pairs_made + 1;
    if (pair >= pair_limit || pair >= COLOR_PAIRS) return similar_pair(background);
    if (init_extended_pair(pair, foreground, background) == ERR) return similar_pair(background);
    pairs_made = pair;
    pair_foreground[pair] = foreground;
    pair_background[pair] = background;
    slots[slot] = (uint16_t)pair;
    return pair;
}

static attr_t attributes(uint32_t traits) {
    attr_t value = A_NORMAL;
    if (traits & CTERMINAL_BOLD) value |= A_BOLD;
    if (traits & CTERMINAL_DIM) value |= A_DIM;
    if (traits & CTERMINAL_UNDERLINE) value |= A_UNDERLINE;
    if (traits & CTERMINAL_REVERSE) value |= A_REVERSE;
    return value;
}

/// Fills one or two places; two when this system thinks of a character's width differently.
static size_t convert(const struct cterminal_cell *cell, cchar_t *places) {
    wchar_t text[6] = {0};
    for (int at = 0; at < 5 && cell->text[at]; at++) text[at] = (wchar_t)cell->text[at];
    attr_t attribute = attributes(cell->traits);
    bool fits = text[0] >= 0x20 && (text[0] < 0x7f || wcwidth(text[0]) == cell->width);
    if (fits && setcchar(&places[0], text, attribute, (short)cell->pair, NULL) == OK) return 1;
    size_t count = cell->width == 2 ? 2 : 1;
    for (size_t at = 0; at < count; at++)
        setcchar(&places[at], L"?", attribute, (short)cell->pair, NULL);
    return count;
}

void cterminal_put(int row, int column, const struct cterminal_cell *cells, size_t count) {
    if (!screen || wmove(stdscr, row, column) == ERR) return;
    cchar_t places[256];
    while (count > 0) {
        size_t filled = 0;
        int advance = 0;
        for (; count > 0 && filled + 2 <= 256; cells++, count--) {
            filled += convert(cells, &places[filled]);
            advance += cells->width;
        }
        wadd_wchnstr(stdscr, places, (int)filled);
        column += advance;
        if (count > 0 && wmove(stdscr, row, column) == ERR) return;
    }
}

void cterminal_caret(int row, int column) {
    if (!screen) return;
    bool show = row >= 0;
    if (show) wmove(stdscr, row, column);
    if (show == caret_shown) return;
    leaveok(stdscr, !show);
    curs_set(show ? 1 : 0);
    caret_shown = show;
}

void cterminal_present(void) {
    if (!screen) return;
    // Not through ncurses' own output functions: those would arrive after the picture.
    int output = cterminal_guard.output;
    if (uses_marks) cterminal_write_all(output, begin_update, sizeof begin_update - 1);
    wnoutrefresh(stdscr);
    doupdate();
    if (uses_marks) cterminal_write_all(output, end_update, sizeof end_update - 1);
    cterminal_errors_trim();
}

void cterminal_repaint(void) {
    if (screen) clearok(curscr, TRUE);
}

void cterminal_kernel_size(int descriptor, int *columns, int *rows) {
    struct winsize size = {0};
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) size = (struct winsize){0};
    *columns = size.ws_col;
    *rows = size.ws_row;
}

bool cterminal_resize(int columns, int rows) {
    if (!screen || resize_term(rows, columns) == ERR) return false;
    clearok(curscr, TRUE);
    return true;
}

// --------------------------------------------------------------------------------- descriptors

int cterminal_input_descriptor(void) { return screen ? cterminal_guard.input : -1; }

bool cterminal_is_writable(void) {
    struct pollfd output = {.fd = cterminal_guard.output, .events = POLLOUT};
    return screen && poll(&output, 1, 0) == 1 && (output.revents & POLLOUT);
}

ptrdiff_t cterminal_read(void *bytes, size_t count) {
    if (!screen) return CTERMINAL_GONE;
    struct pollfd input = {.fd = cterminal_guard.input, .events = POLLIN};
    int ready = poll(&input, 1, 0);
    if (ready == 0 || (ready < 0 && errno == EINTR)) return CTERMINAL_WOULD_BLOCK;
    if (ready < 0 || (input.revents & POLLNVAL)) return CTERMINAL_GONE;
    if (!(input.revents & POLLIN)) return CTERMINAL_GONE;
    ssize_t got = read(cterminal_guard.input, bytes, count);
    if (got > 0) return got;
    bool later = got < 0 && (errno == EINTR || errno == EAGAIN);
    return later ? CTERMINAL_WOULD_BLOCK : CTERMINAL_GONE;
}

// ------------------------------------------------------------------------------- suspend, resume

void cterminal_reenter(void) {
    if (!screen) return;
    cterminal_errors_capture();
    reset_prog_mode();
    enter_modes();
    // After endwin the next doupdate enters the screen again and repaints it.
    clearok(curscr, TRUE);
    curs_set(caret_shown ? 1 : 0);
    // Nobody tells a stopped process of a new size.
    cterminal_guard_note(CTERMINAL_RESIZED);
}

void cterminal_suspend(void) {
    if (!screen) return;
    leave_modes();
    cterminal_errors_release();
    struct sigaction before;
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(SIGTSTP, &standard, &before);
    cterminal_guard_take_continued();
    // The whole group, as the terminal itself would do it: whoever started us waits on the shell.
    kill(0, SIGTSTP);
    // The stop comes a moment later, and not at all where no shell could continue us.
    struct timespec moment = {.tv_nsec = 10 * 1000 * 1000};
    for (int turn = 0; turn < 20 && !cterminal_guard_take_continued(); turn++)
        nanosleep(&moment, NULL);
    sigaction(SIGTSTP, &before, NULL);
    cterminal_reenter();
}
