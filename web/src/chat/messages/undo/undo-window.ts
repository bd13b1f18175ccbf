import { type Chat, type OutboxItem, Store } from '@snug/client';

const UNDO_MS = 5_000;

/** Text messages of this person that "Undo" takes back: those in the outbox, and those that were stored a short time ago. */
export class UndoWindow {
  /** Ids, the oldest first. */
  readonly ids = new Store<ReadonlySet<string>>(new Set());
  readonly #chat: Chat;
  readonly #recent = new Set<string>();
  #unsent: readonly string[] = [];

  constructor(chat: Chat) {
    this.#chat = chat;
    chat.outbox.items.subscribe(() => this.#update());
    chat.outbox.discarded.subscribe(id => this.#forget(id));
    this.#update();
  }

  /** After an undo. */
  end(id: string): void {
    this.#recent.delete(id);
    this.#show();
  }

  #update(): void {
    const items = this.#chat.outbox.items.get();
    const unsent = items.filter(isUnsentText).map(({ id }) => id);
    const failed = new Set(items.filter(({ status }) => status === 'failed').map(({ id }) => id));
    for (const id of this.#unsent) if (!unsent.includes(id) && !failed.has(id)) this.#remember(id);
    this.#unsent = unsent;
    this.#show();
  }

  /** From the time of storing on. */
  #remember(id: string): void {
    this.#recent.add(id);
    setTimeout(() => this.end(id), UNDO_MS);
  }

  #forget(id: string): void {
    this.#unsent = this.#unsent.filter(other => other !== id);
    this.end(id);
  }

  #show(): void {
    const ids = [...this.#recent, ...this.#unsent];
    const shown = this.ids.get();
    if (ids.length !== shown.size || ids.some(id => !shown.has(id))) this.ids.set(new Set(ids));
  }
}

function isUnsentText({ status, text, upload, file }: OutboxItem): boolean {
  return status === 'waiting' && text !== undefined && !upload && !file;
}

const windows = new WeakMap<Chat, UndoWindow>();

export function getUndoWindow(chat: Chat): UndoWindow {
  const known = windows.get(chat);
  if (known) return known;
  const created = new UndoWindow(chat);
  windows.set(chat, created);
  return created;
}
