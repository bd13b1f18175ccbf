import type { Metrics } from '../../metrics/metrics.ts';
import type { ByteRange, FileStorage } from './storage.ts';

/** Measures each operation; of a read, the time until its first byte can be read. */
export function measureStorage(
  storage: FileStorage,
  metrics: Pick<Metrics, 'storageSeconds' | 'storageFailures'>,
): FileStorage {
  async function measure<Result>(operation: string, run: () => Promise<Result>): Promise<Result> {
    const stop = metrics.storageSeconds.startTimer({ operation });
    try {
      return await run();
    } catch (error) {
      metrics.storageFailures.inc({ operation });
      throw error;
    } finally {
      stop();
    }
  }

  return {
    moveFrom: (path, key, signal) => measure('store', () => storage.moveFrom(path, key, signal)),
    put: (key, bytes) => measure('store', () => storage.put(key, bytes)),
    find: key => measure('find', () => storage.find(key)),
    read: (key: string, range?: ByteRange) => measure('read', () => storage.read(key, range)),
    list: (folder, page) => measure('list', () => storage.list(folder, page)),
    remove: key => measure('remove', () => storage.remove(key)),
  };
}
