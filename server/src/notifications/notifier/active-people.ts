import type { ActivityMessage, ActivityMessageContent } from '../../cluster/bus/activity-messages.ts';
import { groupByIds } from '../../cluster/bus/viewer-messages.ts';

/** Changes are batched for this time. */
const ANNOUNCE_DELAY_MS = 500;

export interface ActivePage {
  uid: string;
  sessionId: string;
}

export interface ActivePeopleOptions {
  announce: (message: ActivityMessage) => void;
  setTimer: (run: () => void, ms: number) => void;
}

/**
 * Who uses a page of Snug at the moment, on all nodes: it is visible, and was touched a moment ago. A person of whom nothing is known is
 * not active.
 */
export class ActivePeople {
  readonly #options: ActivePeopleOptions;
  /** By person, the pages on this node. */
  readonly #pages = new Map<string, Set<ActivePage>>();
  /** By node. */
  readonly #elsewhere = new Map<string, Set<string>>();
  readonly #changed = new Set<string>();
  /** The `seq` of the last message of each other node. */
  readonly #seqs = new Map<string, number>();
  #seq = 0;
  #isScheduled = false;
  #mustAsk = false;
  #mustAnswer = false;

  constructor(options: ActivePeopleOptions) {
    this.#options = options;
  }

  /** `page`: the connection, which ends with `isActive` false. */
  set(page: ActivePage, isActive: boolean): void {
    const { uid } = page;
    const pages = this.#pages.get(uid) ?? new Set();
    const wasActive = pages.size > 0;
    if (isActive) pages.add(page);
    else pages.delete(page);
    if (pages.size > 0) this.#pages.set(uid, pages);
    else this.#pages.delete(uid);
    if (wasActive !== pages.size > 0) this.#changed.add(uid);
    if (this.#changed.size > 0) this.#schedule();
  }

  has(uid: string): boolean {
    return this.#pages.has(uid) || [...this.#elsewhere.values()].some(uids => uids.has(uid));
  }

  /** Whether an active page of this session is connected to this node. */
  hasSession(uid: string, sessionId: string): boolean {
    return [...(this.#pages.get(uid) ?? [])].some(page => page.sessionId === sessionId);
  }

  receive(nodeId: string, message: ActivityMessage): void {
    const isNext = message.seq === (this.#seqs.get(nodeId) ?? Number.NaN) + 1;
    this.#seqs.set(nodeId, message.seq);
    if (!isNext) this.refresh();
    if (message.type === 'activity_requested') this.#mustAnswer = true;
    else this.#apply(nodeId, message);
    if (this.#mustAnswer) this.#schedule();
  }

  #apply(nodeId: string, message: Exclude<ActivityMessage, { type: 'activity_requested' }>): void {
    const uids = message.isFirst ? new Set<string>() : (this.#elsewhere.get(nodeId) ?? new Set<string>());
    for (const uid of message.active) uids.add(uid);
    for (const uid of message.idle) uids.delete(uid);
    this.#elsewhere.set(nodeId, uids);
  }

  /** Asks the other nodes again: messages may have been lost. */
  refresh(): void {
    this.#mustAsk = true;
    this.#schedule();
  }

  /** All other nodes have ended. */
  retain(nodeIds: readonly string[]): void {
    for (const known of [this.#seqs, this.#elsewhere])
      for (const nodeId of known.keys()) if (!nodeIds.includes(nodeId)) known.delete(nodeId);
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#options.setTimer(() => this.#announceChanges(), ANNOUNCE_DELAY_MS);
  }

  #announceChanges(): void {
    this.#isScheduled = false;
    const changed = [...this.#changed];
    this.#changed.clear();
    if (this.#mustAsk) this.#announce({ type: 'activity_requested' });
    this.#mustAsk = false;
    if (this.#mustAnswer) this.#announceAll();
    else
      for (const uids of groupByIds(changed, () => 1))
        this.#announce({
          type: 'activity',
          active: uids.filter(uid => this.#pages.has(uid)),
          idle: uids.filter(uid => !this.#pages.has(uid)),
        });
    this.#mustAnswer = false;
  }

  #announceAll(): void {
    const groups = groupByIds([...this.#pages.keys()], () => 1);
    for (const [index, active] of (groups.length > 0 ? groups : [[]]).entries())
      this.#announce({ type: 'activity', active, idle: [], ...(index === 0 && { isFirst: true }) });
  }

  #announce(content: ActivityMessageContent): void {
    this.#options.announce({ ...content, seq: ++this.#seq });
  }
}
