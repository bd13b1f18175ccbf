/** Something about this machine or its settings that stops the start; `message` is one line for its admin. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
