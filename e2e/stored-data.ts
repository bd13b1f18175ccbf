import type { Page } from '@playwright/test';

/** Everything in these stores of one of the page's databases, as JSON. */
export function readStoredText(page: Page, database: string, ...stores: string[]): Promise<string> {
  return page.evaluate(
    async ({ database, stores }) => {
      const waitFor = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(new Error(request.error?.message)));
        });
      const opened = await waitFor(indexedDB.open(database));
      const transaction = opened.transaction(stores);
      const rows = await Promise.all(stores.map(store => waitFor(transaction.objectStore(store).getAll())));
      opened.close();
      return JSON.stringify(rows);
    },
    { database, stores },
  );
}
