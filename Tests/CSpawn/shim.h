// What `posix_spawn` can do beyond the standard.
#pragma once

// Declared by glibc only under _GNU_SOURCE, which would give its types other definitions than the Glibc module has. Each takes the
// `posix_spawn_file_actions_t` of that module: with <spawn.h> here its types, and those it needs, would be this module's.
extern int posix_spawn_file_actions_addclosefrom_np(void *actions, int first);
extern int posix_spawn_file_actions_addchdir_np(void *actions, const char *path);
