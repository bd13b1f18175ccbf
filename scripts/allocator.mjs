/**
 * Settings of glibc's malloc, which it reads before a program starts. By default it raises this threshold after each large
 * block, and then keeps such blocks of every thread for later: decoding pictures of 8 megapixels left 165 MB behind.
 *
 * A fixed threshold also fixes the one above which free memory returns to the system. Its default of 128 kB makes the writer
 * request and return the same pages for each batch, which costs a third of its throughput.
 */
export const ALLOCATOR_SETTINGS = {
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: String(4 * 1024 * 1024),
};
