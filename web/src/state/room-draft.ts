import { type ReplyTarget, Store } from '@snug/client';
import type { Mention } from '@snug/protocol';
import { IdleTask } from '../ui/browser/idle-task.ts';
import { onHide } from '../ui/browser/on-hide.ts';
import { type Draft, EMPTY_DRAFT, isSameDraft, joinDrafts } from './draft.ts';
import { DraftStorage } from './draft-storage.ts';

/** The draft of a room: its text, its mentions and what it answers change together, in this tab and in others. */
export class RoomDraft {
  readonly #storage: DraftStorage;
  readonly #shown = new Store(EMPTY_DRAFT);
  /** A draft that the browser could not store lasts as long as the page. */
  #unsaved: Draft | undefined;
  /** A sent draft is stored until its message is. */
  #sent: Draft | undefined;
  #subscribers = 0;
  #stopFlushing: (() => void) | undefined;
  readonly #storing: IdleTask;

  constructor(uid: string, roomId: string, nextIdle?: () => Promise<void>) {
    this.#storage = new DraftStorage(uid, roomId);
    this.#storing = new IdleTask(() => this.set(this.#shown.get()), nextIdle);
  }

  readonly get = (): Draft => {
    if (this.#subscribers === 0) this.#show(this.#read());
    return this.#shown.get();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#subscribers++ === 0) this.#follow();
    const unsubscribe = this.#shown.subscribe(listener);
    return () => {
      unsubscribe();
      if (--this.#subscribers === 0) this.#unfollow();
    };
  };

  /** Shows it now, and stores it when the page is idle, within a second, or when the page hides. */
  type(draft: Draft): void {
    this.#show(draft);
    // Without a composer, nothing would store it when the page hides.
    if (this.#subscribers === 0) this.set(draft);
    else this.#storing.schedule();
  }

  set(draft: Draft): void {
    this.#storing.cancel();
    this.#sent = undefined;
    this.#unsaved = this.#storage.write(draft) ? undefined : draft;
    this.#show(this.#read());
  }

  setTarget(target: ReplyTarget | undefined): void {
    this.set({ ...this.get(), target });
  }

  /** The messages below the seq `before` are gone, so nobody can answer them. */
  dropAnswer(before: number): void {
    const { target } = this.get();
    if (target && target.reply.seq < before) this.setTarget(undefined);
  }

  /** Adds a paragraph. False if the browser cannot store it; then nothing changes. */
  append(text: string, mentions: readonly Mention[] = [], target?: ReplyTarget): boolean {
    const before = this.get();
    const [sent, unsaved] = [this.#sent, this.#unsaved];
    this.set(joinDrafts(before, { text, mentions, target }));
    if (!this.#unsaved) return true;
    this.#sent = sent;
    this.#unsaved = unsaved;
    this.#show(before);
    return false;
  }

  /** Puts a paragraph in front. Its target wins. */
  prepend(text: string, mentions: readonly Mention[] = [], target?: ReplyTarget): void {
    this.set(joinDrafts({ text, mentions, target }, this.get()));
  }

  /** Empties the draft at once, but keeps it stored until `whenSafe` resolves: a crash in between would lose the text. */
  async send(whenSafe: Promise<void>): Promise<void> {
    this.#storing.flush();
    const sent = this.#unsaved ?? this.#storage.read();
    this.#sent = sent;
    this.#show(EMPTY_DRAFT);
    await whenSafe;
    this.#storing.flush();
    // The person may have written a new draft meanwhile, here or in another tab.
    const isSame = (this.#unsaved ?? this.#storage.read()).text === sent.text;
    if (this.#sent !== sent) return;
    if (isSame) this.set(EMPTY_DRAFT);
    else this.#sent = undefined;
  }

  #read(): Draft {
    const stored = this.#unsaved ?? this.#storage.read();
    return this.#sent?.text === stored.text ? EMPTY_DRAFT : stored;
  }

  #show(draft: Draft): void {
    if (!isSameDraft(draft, this.#shown.get())) this.#shown.set(draft);
  }

  #follow(): void {
    this.#show(this.#read());
    window.addEventListener('storage', this.#onStorage);
    window.addEventListener('pageshow', this.#onReturn);
    this.#stopFlushing = onHide(this.#storing.flush);
  }

  #unfollow(): void {
    this.#storing.flush();
    this.#stopFlushing?.();
    window.removeEventListener('storage', this.#onStorage);
    window.removeEventListener('pageshow', this.#onReturn);
  }

  readonly #onStorage = (event: StorageEvent): void => {
    // The person writes here.
    this.#storing.flush();
    const changed = this.#storage.readChange(event);
    if (changed && !this.#unsaved) this.#show(this.#sent?.text === changed.text ? EMPTY_DRAFT : changed);
  };

  /** A page in the back/forward cache receives no events. */
  readonly #onReturn = (): void => this.#show(this.#read());
}
