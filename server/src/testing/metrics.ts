import { Metrics } from '../metrics/metrics.ts';

/** Real metrics. `read` returns the samples of one of them, such as `{kind="count"} 1`. */
export async function createTestMetrics() {
  const metrics = await Metrics.create();
  const read = async (name: string): Promise<string[]> => {
    const lines = (await metrics.render()).split('\n').filter(line => line.startsWith(name));
    return lines.map(line => line.slice(name.length).trim()).toSorted();
  };
  return { metrics, read };
}
