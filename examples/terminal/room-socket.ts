import { type Account, ApiError } from './api.ts';

/** The server sends a frame at least every 10 s. */
const SILENCE_MS = 25_000;
const UNAUTHENTICATED = 4401;

interface Frame {
  ok?: object;
  error?: { code: string; message: string; retry: boolean };
  events?: { type: string; roomId?: string; epoch?: string; rooms?: Record<string, number> }[];
}

/** A socket that has one room open, and reports that there may be new messages. */
export class RoomSocket {
  /** The id of the history of the server's database: a restored backup has another one. */
  epoch = '';
  readonly #socket: WebSocket;
  readonly #roomId: string;
  #hasChanged = false;
  #error: Error | undefined;
  #isClosed = false;
  #wake = () => {};
  #silence: NodeJS.Timeout | undefined;

  constructor({ url, token }: Account, roomId: string) {
    this.#roomId = roomId;
    const headers = { authorization: `Bearer ${token}` };
    this.#socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/live`, { headers });
    this.#socket.addEventListener('open', () => this.#send('open_room', { roomId }));
    this.#socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as Frame));
    this.#socket.addEventListener('close', ({ code }) => this.#end(code));
    this.#socket.addEventListener('error', () => this.#end(0));
    this.#watchSilence();
  }

  /** Resolves to false when the socket is closed. Rejects if another socket would not help. */
  async nextChange(): Promise<boolean> {
    while (!this.#hasChanged && !this.#isClosed) await new Promise<void>(resolve => (this.#wake = resolve));
    if (this.#error) throw this.#error;
    const hasChanged = this.#hasChanged;
    this.#hasChanged = false;
    return hasChanged;
  }

  close(): void {
    this.#end(0);
    this.#socket.close();
  }

  #send(command: string, input: object): void {
    this.#socket.send(JSON.stringify({ id: 1, command, input }));
  }

  #receive({ ok, error, events = [] }: Frame): void {
    this.#watchSilence();
    if (error) return this.#end(0, new ApiError(error.code, error.message, { isTemporary: error.retry }));
    for (const { type, epoch } of events) if (type === 'connected') this.epoch = epoch ?? '';
    const isAbout = events.some(
      ({ type, roomId, rooms = {} }) => roomId === this.#roomId || this.#roomId in rooms || type === 'resync',
    );
    if (ok || isAbout) this.#change();
  }

  #change(): void {
    this.#hasChanged = true;
    this.#wake();
  }

  #end(code: number, error?: Error): void {
    clearTimeout(this.#silence);
    this.#isClosed = true;
    this.#error ??= error;
    if (code === UNAUTHENTICATED) this.#error = new ApiError('unauthenticated', 'The token is not valid');
    this.#wake();
  }

  #watchSilence(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.close(), SILENCE_MS);
  }
}
