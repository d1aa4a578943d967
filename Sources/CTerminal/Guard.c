#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "CTerminal.h"
#include "Internal.h"

// Whatever ends the program, the terminal comes back: handlers for what can be handled, and a
// second process, the watchdog, for what can not.

struct guard_state cterminal_guard = {.output = -1, .input = -1};

static struct termios saved;
static int wake[2] = {-1, -1};
static int watchdog = -1;
static pid_t watchdog_process;
static volatile sig_atomic_t is_active;
static volatile sig_atomic_t endings;
static uint32_t pending;
static int continued;

void cterminal_write_all(int descriptor, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t wrote = write(descriptor, bytes, count);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote <= 0) return;
        bytes += wrote;
        count -= (size_t)wrote;
    }
}

bool cterminal_guard_save(int input) {
    cterminal_guard.input = input;
    return tcgetattr(input, &saved) == 0;
}

void cterminal_guard_restore(void) { tcsetattr(cterminal_guard.input, TCSANOW, &saved); }

// ------------------------------------------------------------------------------------ watchdog

/// Restores the terminal if it still has our modes: a shell that took it back already has its own.
static void restore_orphan(void) {
    struct termios now;
    int input = cterminal_guard.input;
    if (tcgetattr(input, &now) != 0 || (now.c_lflag & ISIG)) return;
    cterminal_write_all(
        cterminal_guard.output, cterminal_guard.reset, cterminal_guard.reset_count);
    tcsetattr(input, TCSANOW, &saved);
}

/// The life of the watchdog: hears whether the terminal is in our hands until the pipe ends.
static void watch(int pipe_end) {
    for (int number = 1; number < NSIG; number++) signal(number, SIG_IGN);
    signal(SIGCHLD, SIG_DFL);
    setpgid(0, 0);
    prctl(PR_SET_NAME, "corkboard-tty");
    char state = 0;
    char heard;
    for (;;) {
        ssize_t got = read(pipe_end, &heard, 1);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        state = heard;
    }
    if (state == 1) restore_orphan();
    _exit(0);
}

/// Closes everything but three descriptors, so that the watchdog holds no socket and no file.
static void close_others(int first, int second, int third) {
    int kept[3] = {first, second, third};
    unsigned int from = 0;
    for (;;) {
        unsigned int next = ~0u;
        for (int at = 0; at < 3; at++)
            if ((unsigned int)kept[at] >= from && (unsigned int)kept[at] < next)
                next = (unsigned int)kept[at];
        if (next == ~0u) break;
        if (next > from) close_range(from, next - 1, 0);
        from = next + 1;
    }
    close_range(from, ~0u, 0);
}

static void start_watchdog(void) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return;
    pid_t child = fork();
    if (child == 0) {
        close_others(ends[0], cterminal_guard.input, cterminal_guard.output);
        watch(ends[0]);
    }
    close(ends[0]);
    if (child < 0) {
        close(ends[1]);
        return;
    }
    watchdog = ends[1];
    watchdog_process = child;
}

void cterminal_guard_active(bool active) {
    is_active = active;
    if (watchdog < 0) return;
    char state = active;
    cterminal_write_all(watchdog, &state, 1);
}

// ------------------------------------------------------------------------------------ handlers

/// A line for the person, because a release build may trap without a word.
static void say_why(int number) {
    char line[] = "corkboard: ended by a fault (signal 00)\n";
    size_t digits = sizeof line - 5;
    line[digits] = (char)('0' + number / 10 % 10);
    line[digits + 1] = (char)('0' + number % 10);
    if (number != SIGQUIT && number != SIGINT && number != SIGTERM)
        cterminal_write_all(cterminal_guard.output, line, sizeof line - 1);
}

static void restore_now(int number) {
    if (!is_active) return;
    is_active = 0;
    cterminal_write_all(
        cterminal_guard.output, cterminal_guard.reset, cterminal_guard.reset_count);
    tcsetattr(cterminal_guard.input, TCSANOW, &saved);
    cterminal_guard_active(false);
    cterminal_errors_print();
    say_why(number);
}

/// Fatal signals: restore, then die of the same signal, so that the shell is told the truth. What
/// was installed before us is not called: Swift's own handler holds the terminal for 30 seconds.
static void fatal(int number) {
    restore_now(number);
    signal(number, SIG_DFL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
    raise(number);
}

static uint32_t meaning(int number) {
    switch (number) {
    case SIGWINCH: return CTERMINAL_RESIZED;
    case SIGINT: return CTERMINAL_INTERRUPTED;
    case SIGTERM: return CTERMINAL_TERMINATED;
    case SIGHUP: return CTERMINAL_HUNG_UP;
    case SIGTSTP: return CTERMINAL_SUSPEND;
    case SIGCONT: return CTERMINAL_RESUMED;
    default: return 0;
    }
}

void cterminal_guard_note(uint32_t signals) {
    __atomic_fetch_or(&pending, signals, __ATOMIC_SEQ_CST);
    char byte = 1;
    ssize_t ignored = write(wake[1], &byte, 1);
    (void)ignored;
}

/// Everything else is only noted. Whoever asks three times to end it is not made to wait.
static void soft(int number) {
    int error = errno;
    if (number == SIGINT || number == SIGTERM) {
        endings = endings + 1;
        if (endings >= 3) fatal(number);
    }
    if (number == SIGCONT) __atomic_store_n(&continued, 1, __ATOMIC_SEQ_CST);
    cterminal_guard_note(meaning(number));
    errno = error;
}

static const int fatal_signals[] = {
    SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS, SIGQUIT,
};
static const int soft_signals[] = {SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT, SIGWINCH};

enum { fatal_count = sizeof fatal_signals / sizeof fatal_signals[0] };
enum { soft_count = sizeof soft_signals / sizeof soft_signals[0] };

static void install_handlers(void) {
    static char alternate[65536];
    stack_t stack = {.ss_sp = alternate, .ss_size = sizeof alternate};
    sigaltstack(&stack, NULL);
    struct sigaction action = {0};
    action.sa_handler = fatal;
    action.sa_flags = SA_ONSTACK | SA_RESETHAND | SA_NODEFER;
    for (int at = 0; at < fatal_count; at++) sigaction(fatal_signals[at], &action, NULL);
    action.sa_handler = soft;
    action.sa_flags = SA_RESTART | SA_ONSTACK;
    for (int at = 0; at < soft_count; at++) {
        struct sigaction before;
        sigaction(soft_signals[at], NULL, &before);
        // Started with nohup: a hang-up is then seen at the terminal itself.
        if (soft_signals[at] == SIGHUP && before.sa_handler == SIG_IGN) continue;
        sigaction(soft_signals[at], &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN);
}

bool cterminal_guard_start(void) {
    if (wake[0] < 0 && pipe2(wake, O_CLOEXEC | O_NONBLOCK) != 0) return false;
    start_watchdog();
    cterminal_guard_active(true);
    install_handlers();
    return true;
}

void cterminal_guard_stop(void) {
    for (int at = 0; at < fatal_count; at++) signal(fatal_signals[at], SIG_DFL);
    for (int at = 0; at < soft_count; at++)
        if (soft_signals[at] != SIGHUP) signal(soft_signals[at], SIG_DFL);
    if (watchdog < 0) return;
    close(watchdog);
    watchdog = -1;
    waitpid(watchdog_process, NULL, 0);
}

int cterminal_signal_descriptor(void) { return wake[0]; }

uint32_t cterminal_take_signals(void) {
    char bytes[64];
    while (wake[0] >= 0 && read(wake[0], bytes, sizeof bytes) > 0) continue;
    return __atomic_exchange_n(&pending, 0, __ATOMIC_SEQ_CST);
}

bool cterminal_guard_take_continued(void) {
    bool was = __atomic_exchange_n(&continued, 0, __ATOMIC_SEQ_CST);
    if (was) __atomic_fetch_and(&pending, ~(uint32_t)CTERMINAL_RESUMED, __ATOMIC_SEQ_CST);
    return was;
}

// ------------------------------------------------------------------------------ standard error

enum { errors_limit = 64 * 1024, errors_shown = 4 * 1024 };
static int errors = -1;
static int real_error = -1;

void cterminal_errors_capture(void) {
    if (real_error >= 0 || !isatty(STDERR_FILENO)) return;
    if (errors < 0) errors = memfd_create("errors", MFD_CLOEXEC);
    if (errors < 0 || fcntl(errors, F_SETFL, O_APPEND) != 0) return;
    real_error = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (real_error >= 0) dup2(errors, STDERR_FILENO);
}

void cterminal_errors_trim(void) {
    struct stat size;
    if (real_error < 0 || fstat(errors, &size) != 0 || size.st_size <= errors_limit) return;
    int ignored = ftruncate(errors, 0);
    (void)ignored;
}

/// Control characters become a dot: what is printed here may quote text of others.
static void make_harmless(char *bytes, size_t count) {
    for (size_t at = 0; at < count; at++) {
        unsigned char byte = (unsigned char)bytes[at];
        bool is_c1 = at > 0 && (unsigned char)bytes[at - 1] == 0xc2 && byte >= 0x80 && byte < 0xa0;
        if (is_c1) bytes[at - 1] = '.';
        if (is_c1 || (byte < 0x20 && byte != '\n') || byte == 0x7f) bytes[at] = '.';
    }
}

void cterminal_errors_print(void) {
    if (real_error < 0) return;
    static char text[errors_shown];
    struct stat size;
    if (fstat(errors, &size) != 0) return;
    off_t from = size.st_size > errors_shown ? size.st_size - errors_shown : 0;
    ssize_t count = pread(errors, text, sizeof text, from);
    if (count <= 0) return;
    make_harmless(text, (size_t)count);
    cterminal_write_all(real_error, text, (size_t)count);
}

void cterminal_errors_release(void) {
    if (real_error < 0) return;
    cterminal_errors_print();
    int ignored = ftruncate(errors, 0);
    (void)ignored;
    dup2(real_error, STDERR_FILENO);
    close(real_error);
    real_error = -1;
}
