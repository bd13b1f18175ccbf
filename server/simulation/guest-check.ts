import type { CommandName, Event, ServerFrame } from '@snug/protocol';
import type { GuestHistory } from './guest-history.ts';

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** A server without a connection to the bus receives the end of access when it connects again. */
const ROOM_LAG_MS = 60_000;
/** Each change of a person is checked just before it is sent. */
const PERSON_LAG_MS = 5_000;

/** Everything about a person but what stands in the log of a room. */
const PERSONAL_EVENTS: ReadonlySet<Event['type']> = new Set(['profile_changed', 'presence_changed']);
const PRESENT_EVENTS: ReadonlySet<Event['type']> = new Set(['typing', 'viewers_changed']);
const PERSONAL_RESULTS: ReadonlySet<CommandName> = new Set([
  'get_profile',
  'watch_people',
  'find_people',
  'list_members',
  'open_direct',
]);

/** Numbers beside nothing: of a frame, of the protocol, and of what the guest stored. */
const OWN_NUMBERS: ReadonlySet<string> = new Set(['id', 'version', 'maxFileBytes', 'from', 'retryAfter']);

interface RunningCommand {
  command: CommandName;
  input: object;
  /** When the server received it. */
  at: number;
}

interface Scope {
  /** What the guest could know since then. */
  since: number;
  isPersonal: boolean;
  text: string;
}

/**
 * Throws if a socket of a guest shows a person, a room or something in one, a name, a number or a time that is not of the guest's rooms.
 * Typed texts are free, and so are the people of a shared room's log.
 */
export class GuestCheck {
  readonly #uid: string;
  readonly #history: GuestHistory;
  readonly #now: () => number;
  readonly #running = new Map<number, RunningCommand>();

  constructor(uid: string, history: GuestHistory, now: () => number) {
    this.#uid = uid;
    this.#history = history;
    this.#now = now;
  }

  onClientFrame(text: string): void {
    const { id, command, input } = JSON.parse(text) as RunningCommand & { id: number };
    this.#running.set(id, { command, input, at: this.#now() });
  }

  onServerFrame(text: string): void {
    const frame = JSON.parse(text) as ServerFrame;
    if ('events' in frame) return frame.events.forEach(event => this.#checkEvent(event));
    const running = this.#running.get(frame.id);
    this.#running.delete(frame.id);
    if (!running) return;
    const scope = {
      since: running.at,
      isPersonal: PERSONAL_RESULTS.has(running.command),
      text: `${running.command} ${JSON.stringify(running.input)}: ${text}`,
    };
    // It repeats the ids of the command.
    const { missing: _, ...output } = withoutOwnIds(running.command, 'ok' in frame ? frame.ok : frame);
    const { roomId = '' } = running.input as { roomId?: string };
    this.#check(output, scope, '', this.#history.couldRead(this.#uid, roomId, running.at));
  }

  #checkEvent(event: Event): void {
    const isPersonal = PERSONAL_EVENTS.has(event.type);
    // It tells only that their own access has ended, which a server without the bus finds out late.
    const isOwnEnd = event.type === 'membership_changed' && event.membership.role === null;
    const since = isOwnEnd ? 0 : this.#now() - (isPersonal ? PERSON_LAG_MS : ROOM_LAG_MS);
    const text = JSON.stringify(event);
    this.#check(event, { since, isPersonal: isPersonal || PRESENT_EVENTS.has(event.type), text });
  }

  #check(value: unknown, scope: Scope, key = '', isNamed = false): void {
    if (typeof value === 'string' && key !== 'text') this.#checkText(value, scope);
    if (typeof value === 'number' && !isNamed && !OWN_NUMBERS.has(key))
      throw this.#createError(`the number ${key} of nothing in particular`, scope);
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) return value.forEach(each => this.#check(each, scope, key, isNamed));
    const isOfSomething = isNamed || this.#namesSomething(value);
    for (const [name, inner] of Object.entries(value)) {
      this.#checkText(name, scope);
      // `watch_viewers` has the authors of the log, too. Other servers report late who has left.
      const viewers = { ...scope, since: scope.since - PERSON_LAG_MS, isPersonal: true };
      this.#check(inner, name === 'viewers' ? viewers : scope, name, isOfSomething);
    }
  }

  /** By a field or a key with an id, or by a room or a person, which are checked in their turn. */
  #namesSomething(value: object): boolean {
    const { room, person } = value as { room?: object; person?: object };
    return [value, room ?? {}, person ?? {}]
      .flatMap(each => Object.entries(each).flat() as unknown[])
      .some(each => typeof each === 'string' && this.#history.find(each) !== undefined);
  }

  #checkText(text: string, scope: Scope): void {
    for (const id of text.match(ID) ?? []) {
      const isKnown = this.#mayReceive(id, scope);
      if (isKnown === undefined) continue;
      if (!isKnown) throw this.#createError(id, scope);
      this.#history.checkCount++;
    }
    for (const [id, names] of this.#history.listNames())
      for (const name of names)
        if (text.includes(name) && !this.#mayReceive(id, { ...scope, isPersonal: false }))
          throw this.#createError(`the name ${name}`, scope);
  }

  /** Undefined for an id of something that is in no room. */
  #mayReceive(id: string, { since, isPersonal }: Scope): boolean | undefined {
    const thing = this.#history.find(id);
    if (!thing) return undefined;
    if ('room' in thing) return this.#history.couldRead(this.#uid, thing.room, since);
    const knew = this.#history.knew(this.#uid, thing.person, since);
    return knew || (!isPersonal && this.#history.standsInLog(this.#uid, thing.person, since));
  }

  #createError(what: string, { text }: Scope): Error {
    return new Error(`the guest ${this.#uid} received ${what}: ${text}`);
  }
}

/** Saved messages keep the ids of rooms that the person can no longer read. */
function withoutOwnIds(command: CommandName, output: unknown): { missing?: unknown } {
  if (command !== 'list_saved') return output as { missing?: unknown };
  const { saved = [], ...rest } = output as { saved?: object[] };
  return { ...rest, saved: saved.filter(each => 'message' in each) } as object;
}
