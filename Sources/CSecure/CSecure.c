#include "CSecure.h"
