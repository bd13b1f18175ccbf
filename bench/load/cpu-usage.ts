/** Watches this process. The returned function gives the share of one core that it used, from 0 to 1. */
export function watchCpuUsage(): () => number {
  const started = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 / (performance.now() - started);
  };
}
