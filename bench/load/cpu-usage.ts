/** Begins to watch how busy this process is. Answers with what ends that: the share of one core that it used, from 0 to 1. */
export function watchCpuUsage(): () => number {
  const started = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 / (performance.now() - started);
  };
}
