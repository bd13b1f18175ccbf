import { CommandError } from '@snug/protocol';
import { Chat } from '../chat.ts';
import { getHeldUploads } from '../outbox/held-uploads.ts';
import { FakeBrowser } from './fake-browser.ts';
import { FakeEnvironment, type FakeSocket, type FakeUpload, flushPromises } from './fake-environment.ts';
import { ModelServer } from './model-server.ts';
import { ANN, makeId } from './samples.ts';

export const ROOMS = [makeId(1), makeId(2)] as const;

/** A message that a person sent on a page. `isKept`: the page reported it as saved. */
export interface SubmittedMessage {
  content: string;
  roomId: string;
  page: number;
  isPersisted: boolean;
  /** Of files that are sent together: their number, and whether an upload failed. */
  batch?: { number: number; hasFailed: boolean };
}

interface Page {
  number: number;
  environment: FakeEnvironment;
  chat: Chat;
  /** By socket, how many commands the server has received. */
  servedCounts: Map<FakeSocket, number>;
  rooms: Map<FakeSocket, Set<string>>;
  uploads: number;
}

/** Two pages of one person in one browser, and the server. Nothing happens by itself. */
export class OutboxSimulation {
  readonly server = new ModelServer();
  readonly browser = new FakeBrowser();
  readonly submitted: SubmittedMessage[] = [];
  readonly pages: Page[] = [];
  #opened = 0;
  #batches = 0;

  constructor() {
    this.browser.pendingOperations = [];
    this.pages.push(this.#open(), this.#open());
  }

  send(page: number, room: number, isFile: boolean): void {
    const { chat, number } = this.#page(page);
    const roomId = ROOMS[room % ROOMS.length] ?? '';
    const message: SubmittedMessage = {
      content: `${this.submitted.length}`,
      roomId,
      page: number,
      isPersisted: false,
    };
    this.submitted.push(message);
    const upload = { bytes: { size: 1, type: '' }, name: message.content };
    void chat.outbox
      .send(roomId, isFile ? { upload } : { text: message.content })
      .then(() => (message.isPersisted = chat.outbox.items.get().every(({ isVolatile }) => !isVolatile)));
  }

  /** Sends two files, both of which are uploaded before the first message. */
  sendTogether(page: number, room: number): void {
    const { chat, number } = this.#page(page);
    const roomId = ROOMS[room % ROOMS.length] ?? '';
    const batch = { number: ++this.#batches, hasFailed: false };
    const uploads = [0, 1].map(() => {
      const message = {
        content: `${this.submitted.length}`,
        roomId,
        page: number,
        isPersisted: false,
        batch,
      };
      this.submitted.push(message);
      return { id: chat.newId(), upload: { bytes: { size: 1, type: '' }, name: message.content }, message };
    });
    void getHeldUploads(chat.outbox)
      .send(roomId, uploads)
      .then(({ isSent }) => (batch.hasFailed ||= !isSent));
    void chat.outbox.listVolatile().then(volatile => {
      for (const { id, message } of uploads) message.isPersisted = volatile.every(item => item.id !== id);
    });
  }

  /** The person sends again what failed. */
  retryFailed(page: number): void {
    const { outbox } = this.#page(page).chat;
    for (const { id } of outbox.items.get()) outbox.retry(id);
    for (const roomId of ROOMS) {
      const failed = outbox.held.get().filter(item => item.roomId === roomId && item.status === 'failed');
      const uploads = failed.flatMap(({ id, upload }) => (upload ? [{ id, upload }] : []));
      if (uploads.length > 0) void getHeldUploads(outbox).send(roomId, uploads);
    }
  }

  /** The page crashes and is opened again. */
  reload(page: number): void {
    const index = page % this.pages.length;
    const { environment, chat } = this.#page(page);
    environment.outboxStorage.crash();
    chat.connection.stop();
    this.pages[index] = this.#open();
  }

  takeOver(page: number): void {
    this.#page(page).environment.outboxStorage.takeOver();
  }

  /** The browser runs its next operation. */
  store(): void {
    this.browser.pendingOperations?.shift()?.();
  }

  greet(page: number): void {
    const { environment, chat } = this.#page(page);
    if (chat.connection.state.get().status !== 'connected' && !environment.socket.isClosed)
      environment.socket.sendConnected();
  }

  async drop(page: number): Promise<void> {
    const { environment } = this.#page(page);
    if (!environment.socket.isClosed) await environment.socket.drop();
  }

  /** The server runs the next command of a page; unless `isAnswered`, its result is lost. */
  async serve(page: number, isAnswered: boolean): Promise<boolean> {
    const from = this.#page(page);
    const { socket } = from.environment;
    const servedCount = from.servedCounts.get(socket) ?? 0;
    const sentCommand = socket.sent[servedCount];
    if (!sentCommand || socket.isClosed) return false;
    from.servedCounts.set(socket, servedCount + 1);
    if (sentCommand.command === 'open_room')
      from.rooms.set(socket, this.#rooms(from).add(String(sentCommand.input.roomId)));
    try {
      const { ok, events } = this.server.handle(sentCommand);
      for (const other of this.pages) this.#deliver(other, events);
      if (isAnswered) await socket.sendResult(sentCommand, ok);
      else await socket.drop();
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      await socket.sendError(sentCommand, error.code);
    }
    return true;
  }

  /** The next upload of a page ends: well, with a lost result, or without reaching the server. */
  async upload(page: number, end: 'well' | 'lost' | 'broken'): Promise<boolean> {
    const from = this.#page(page);
    const upload = from.environment.uploads[from.uploads];
    if (!upload) return false;
    from.uploads++;
    if (upload.isCancelled) return true;
    await this.#end(upload, end);
    return true;
  }

  async pass(ms: number): Promise<void> {
    for (const { environment } of this.pages) await environment.advance(ms);
  }

  /** Messages that a page neither shows nor delivered. */
  get lostMessages(): string[] {
    const stored = new Set(this.server.log.map(({ text, file }) => text ?? file?.name));
    return this.pages.flatMap(({ number, chat }) => {
      const items = [...chat.outbox.items.get(), ...chat.outbox.held.get()];
      const shown = new Set(items.map(({ text, upload }) => text ?? upload?.name));
      const own = this.submitted.filter(({ page }) => page === number).map(({ content }) => content);
      return own.filter(what => !shown.has(what) && !stored.has(what));
    });
  }

  /** Runs everything, without faults, until nothing is left to do. */
  async runUntilIdle(): Promise<void> {
    for (let round = 0; round < 100; round++) {
      // A fresh page removes the items that a page could not remove while the browser hung.
      if (round === 50) for (const page of this.pages.keys()) this.reload(page);
      // Uploads with lost results expire.
      if (round === 60) this.server.sweep();
      for (let step = 0; step < 20; step++) {
        while (this.browser.pendingOperations?.length) {
          this.store();
          await flushPromises();
        }
        for (const page of this.pages.keys()) {
          this.greet(page);
          this.retryFailed(page);
          while ((await this.serve(page, true)) || (await this.upload(page, 'well')));
        }
        await flushPromises();
      }
      const waits = this.pages.some(
        ({ chat: { outbox } }) => outbox.items.get().length > 0 || outbox.held.get().length > 0,
      );
      if (!waits && this.browser.items.length === 0) return;
      await this.pass(2_000);
    }
    const left = this.pages.map(({ chat }) => chat.outbox.items.get());
    throw new Error(`still waiting: ${JSON.stringify({ left, kept: this.browser.items })}`);
  }

  async #end(upload: FakeUpload, end: 'well' | 'lost' | 'broken'): Promise<void> {
    if (end === 'broken') return upload.fail('unavailable');
    try {
      const id = this.server.upload(upload.name);
      await (end === 'well' ? upload.finish(id) : upload.fail('unavailable'));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      await upload.fail('limit_exceeded');
    }
  }

  #deliver(page: Page, events: Parameters<FakeSocket['sendEvents']>): void {
    const rooms = this.#rooms(page);
    const delivered = events.filter(event => 'roomId' in event && rooms.has(event.roomId));
    if (delivered.length > 0 && !page.environment.socket.isClosed)
      page.environment.socket.sendEvents(...delivered);
  }

  #rooms({ environment, rooms }: Page): Set<string> {
    return rooms.get(environment.socket) ?? new Set();
  }

  #page(page: number): Page {
    const found = this.pages[page % this.pages.length];
    if (!found) throw new Error('there is no page');
    return found;
  }

  #open(): Page {
    const environment = new FakeEnvironment(this.browser);
    const chat = new Chat(environment, ANN.uid);
    chat.start();
    const number = this.#opened++;
    // One room is followed, the other is not.
    chat.room(ROOMS[0]).open();
    return { number, environment, chat, servedCounts: new Map(), rooms: new Map(), uploads: 0 };
  }
}
