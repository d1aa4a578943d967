#ifndef CSECURE_H
#define CSECURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#endif
