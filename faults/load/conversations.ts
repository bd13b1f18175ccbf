import { type Chat, ConversationStore } from '@snug/client';
import { getRoomLog } from '@snug/testkit/assert-view.ts';
import type { createProgramEnvironment } from '@snug/testkit/program-environment.ts';

/** Conversations that a client follows, of one room each. */
export class Conversations {
  readonly stores: ConversationStore[] = [];
  readonly #chat: Chat;
  readonly #environment: ReturnType<typeof createProgramEnvironment>;

  constructor(chat: Chat, environment: ReturnType<typeof createProgramEnvironment>) {
    this.#chat = chat;
    this.#environment = environment;
  }

  /** From the first message of the room on. */
  follow(roomId: string): void {
    const { view } = this.#chat.room(roomId);
    const stop = view.subscribe(() => {
      const [first] = getRoomLog(this.#chat, roomId)?.messages ?? [];
      if (!first) return;
      stop();
      this.#open(roomId, first.id);
    });
  }

  /** Also opens the conversation with the most replies of each room, and reads all pages. */
  async readAll(roomIds: readonly string[]): Promise<void> {
    for (const roomId of roomIds) {
      const byRoot = Map.groupBy(getRoomLog(this.#chat, roomId)?.messages ?? [], ({ rootId }) => rootId);
      byRoot.delete(undefined);
      const [largest] = [...byRoot].toSorted(([, a], [, b]) => b.length - a.length);
      if (largest?.[0]) await this.#open(roomId, largest[0]).pages.load();
    }
    for (const { view, pages } of this.stores) while (view.get().log?.hasOlder) await pages.loadOlder();
  }

  #open(roomId: string, messageId: string): ConversationStore {
    const store = new ConversationStore({
      roomId,
      messageId,
      room: this.#chat.room(roomId),
      connection: this.#chat.connection,
      environment: this.#environment,
      isIgnored: () => false,
    });
    store.open();
    this.stores.push(store);
    return store;
  }
}
