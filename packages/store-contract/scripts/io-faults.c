/*
 * A layer over the file system that fails on purpose: loaded in front of libc (LD_PRELOAD), it looks at every write, sync,
 * truncation and read of the files whose path contains LEDGER_IO_FILE. The file named by LEDGER_IO_PLAN says what happens:
 *
 *   SERIAL OPERATIONS NTH ERRNO STICKY
 *
 * OPERATIONS is a set of letters (w write, s sync, t truncate, r read). The NTH of them since SERIAL changed fails with
 * ERRNO, and with STICKY 1 all that follow; ERRNO 0 kills the process before the operation. No file means no faults.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static long seen_serial = -1;
static long seen = 0;

static int is_watched(int fd) {
  const char *part = getenv("LEDGER_IO_FILE");
  char link[64], path[4096];
  if (part == NULL) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return strstr(path, part) != NULL && strstr(path, "-lock") == NULL;
}

/* Whether the operation fails; sets errno. */
static int fails(char operation, int fd) {
  const char *plan = getenv("LEDGER_IO_PLAN");
  if (plan == NULL || !is_watched(fd)) return 0;
  long file = syscall(SYS_openat, AT_FDCWD, plan, O_RDONLY);
  if (file < 0) return 0;
  char text[128];
  long length = syscall(SYS_read, (int)file, text, sizeof text - 1);
  syscall(SYS_close, (int)file);
  if (length <= 0) return 0;
  text[length] = 0;
  long serial, nth;
  int error, sticky;
  char operations[16];
  if (sscanf(text, "%ld %15s %ld %d %d", &serial, operations, &nth, &error, &sticky) != 5) return 0;
  if (serial != seen_serial) {
    seen_serial = serial;
    seen = 0;
  }
  if (strchr(operations, operation) == NULL) return 0;
  seen++;
  if (seen < nth || (seen > nth && !sticky)) return 0;
  if (error == 0) raise(SIGKILL);
  errno = error;
  return 1;
}

#define LAYER(result, name, operation, parameters, arguments)                 \
  result name parameters {                                                    \
    static result(*next) parameters;                                          \
    if (next == NULL) next = (result(*) parameters)dlsym(RTLD_NEXT, #name);   \
    return fails(operation, fd) ? (result)-1 : next arguments;                \
  }

LAYER(ssize_t, pwrite, 'w', (int fd, const void *from, size_t count, off_t at), (fd, from, count, at))
LAYER(ssize_t, pwrite64, 'w', (int fd, const void *from, size_t count, off64_t at), (fd, from, count, at))
LAYER(ssize_t, pread, 'r', (int fd, void *to, size_t count, off_t at), (fd, to, count, at))
LAYER(ssize_t, pread64, 'r', (int fd, void *to, size_t count, off64_t at), (fd, to, count, at))
LAYER(int, fsync, 's', (int fd), (fd))
LAYER(int, fdatasync, 's', (int fd), (fd))
LAYER(int, ftruncate, 't', (int fd, off_t length), (fd, length))
LAYER(int, ftruncate64, 't', (int fd, off64_t length), (fd, length))
