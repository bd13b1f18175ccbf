/** Nothing was imported. `message` is for the operator. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}
