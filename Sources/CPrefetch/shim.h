/* Asks the processor to fetch a line of memory that will be read soon. Swift has no word for it.
   Any address is allowed: one that cannot be read is passed over. */
static inline void spotlog_prefetch(const void *address) { __builtin_prefetch(address, 1); }
