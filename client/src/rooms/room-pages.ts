import { type CommandArguments, type CommandOutput, MAX_PAGE_SIZE } from '@snug/protocol';
import type { Store } from '../base/store.ts';
import type { Connection } from '../connection/connection.ts';
import {
  applyNewerPage,
  applyOlderPage,
  applyReplacementPage,
  includesPlace,
  type RoomLog,
  type RoomPlace,
  type RoomView,
  trimLog,
} from './room-log.ts';

type Page = CommandOutput<'get_messages'>;
type PageRequest = Omit<CommandArguments<'get_messages'>, 'roomId'>;

export type LogPosition = Pick<RoomLog, 'seq' | 'incarnation'>;

const AROUND_PAGE_SIZE = 50;

export interface RoomPagesOptions {
  roomId: string;
  connection: Pick<Connection, 'command'>;
  view: Pick<Store<RoomView>, 'get' | 'set'>;
  /** Returns the id of a message of the conversation whose pages these are. Undefined for all messages of the room. */
  getConversation?: () => string;
  /** `position`: that of the page, or a later one. */
  onPage: (log: RoomLog, position: LogPosition, conversation?: Page['conversation']) => void;
}

/** The loaded part of a room's log. It has no holes: it grows by adjacent pages or is replaced. */
export class RoomPages {
  readonly #options: RoomPagesOptions;
  /** Increases when another part replaces this one: a page that was requested for an older part is dropped. */
  #generation = 0;
  #isLoadingNewer = false;

  constructor(options: RoomPagesOptions) {
    this.#options = options;
  }

  invalidate(): void {
    this.#generation++;
  }

  /** Rejects with a `CommandError`, like `loadNewer` and the others. */
  async loadOlder(): Promise<void> {
    const { view } = this.#options;
    const { log, isLoadingOlder } = view.get();
    if (!log?.hasOlder || isLoadingOlder) return;
    view.set({ ...view.get(), isLoadingOlder: true });
    const before = log.messages[0]?.seq;
    try {
      await this.#load({ ...(before !== undefined && { before }) }, applyOlderPage);
    } finally {
      view.set({ ...view.get(), isLoadingOlder: false });
    }
  }

  async loadNewer(): Promise<void> {
    const { log } = this.#options.view.get();
    if (!log?.hasNewer || this.#isLoadingNewer) return;
    this.#isLoadingNewer = true;
    const after = log.messages.at(-1)?.seq ?? 0;
    try {
      await this.#load({ after, limit: MAX_PAGE_SIZE }, applyNewerPage);
    } finally {
      this.#isLoadingNewer = false;
    }
  }

  async loadNewest(): Promise<void> {
    if (this.#options.view.get().log?.hasNewer) await this.#loadReplacement({});
  }

  /** The newest page replaces the loaded part. */
  async load(): Promise<void> {
    await this.#loadReplacement({});
  }

  /** In a conversation, the newest page replaces the loaded part if that has no such message. */
  async loadAround(place: RoomPlace): Promise<void> {
    const { view, getConversation } = this.#options;
    const { log } = view.get();
    if (log && includesPlace(log, place)) return;
    const isAll = getConversation === undefined;
    await this.#loadReplacement(isAll ? { around: place, limit: AROUND_PAGE_SIZE } : {});
  }

  trim(maxMessages: number, seq?: number): void {
    const { log } = this.#options.view.get();
    if (!log || log.messages.length <= maxMessages) return;
    this.invalidate();
    this.#options.onPage(trimLog(log, maxMessages, seq), log);
  }

  #loadReplacement(where: PageRequest): Promise<void> {
    this.invalidate();
    return this.#load(where, (log, page) => {
      this.invalidate();
      return applyReplacementPage(log, page);
    });
  }

  async #load(where: PageRequest, put: (log: RoomLog, page: Page) => RoomLog): Promise<void> {
    const { roomId, connection, view, getConversation, onPage } = this.#options;
    const part = this.#generation;
    const input = { roomId, ...(getConversation && { conversation: getConversation() }), ...where };
    const page = await connection.command('get_messages', input);
    const { log } = view.get();
    if (log && part === this.#generation) onPage(put(log, page), page, page.conversation);
  }
}
