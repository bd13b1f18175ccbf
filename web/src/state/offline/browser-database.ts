/** Opens the database on the first call. Rejects if the browser provides none; the next call tries again. */
export function createDatabaseOpener(
  name: string,
  version: number,
  upgrade: (database: IDBDatabase) => void,
): () => Promise<IDBDatabase> {
  let opened: Promise<IDBDatabase> | undefined;
  const reset = () => {
    opened = undefined;
  };
  const open = async () => {
    const opening = indexedDB.open(name, version);
    opening.addEventListener('upgradeneeded', () => upgrade(opening.result));
    const database = await getResult(opening);
    // A page of a newer version needs to upgrade the database.
    database.addEventListener('versionchange', () => {
      database.close();
      reset();
    });
    database.addEventListener('close', reset);
    return database;
  };
  return () => {
    opened ??= open().catch((error: unknown) => {
      reset();
      throw error;
    });
    return opened;
  };
}

export function getResult<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error as DOMException));
  });
}

/** Does all of `work`, or nothing. Resolves when the transaction is committed. `work` awaits nothing but its requests. */
export async function runTransaction<Result>(
  transaction: IDBTransaction,
  work: () => Promise<Result>,
): Promise<Result> {
  const [result] = await Promise.all([work(), waitForCommit(transaction)]);
  return result;
}

function waitForCommit(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    // An error aborts the transaction, too. A full disk aborts it without an error of a request.
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new DOMException('The transaction was aborted', 'AbortError')),
    );
  });
}
