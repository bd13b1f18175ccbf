import { setTimeout as wait } from 'node:timers/promises';
import { type Crowd, enterAll } from './client-pool.ts';
import { DIALECTS } from './dialects/dialects.ts';
import type { Member } from './load-client.ts';
import { Tally } from './load-counters.ts';
import { openWindow } from './measurement-window.ts';
import { sendAtRate } from './pace.ts';
import type { LoadReport, Plan } from './plan.ts';

/** What everyone says while they come in is over by then. */
const SETTLE_MS = 1_000;
const LATE_MS = 5_000;
const LOOK_EVERY_MS = 50;
/** Where each waits for an answer, nobody knows before how many there will be. */
const MOST_ANSWERED = 2_000_000;

/** Takes the seats, sends, and counts what comes. */
export async function runPlan(plan: Plan): Promise<LoadReport> {
  const { rate, warmUpMs, measureMs, pid } = plan;
  const most = rate === undefined ? MOST_ANSWERED : Math.ceil((rate / 1_000) * (warmUpMs + measureMs));
  const tally = new Tally(most, DIALECTS[plan.dialect].answer !== undefined);
  const talk = new Talk(tally, rate);
  const crowd = await enterAll(plan, tally, most, member => talk.answered(member));
  await wait(SETTLE_MS);
  talk.begin(crowd, most);
  await wait(warmUpMs);
  talk.measure();
  const close = openWindow(pid, tally);
  await wait(measureMs);
  const windowed = close();
  talk.end();
  await until(() => talk.isOver && tally.awaited === 0);
  const report = { sent: talk.sent, ...tally.counts(), ...windowed };
  for (const member of crowd.members) member.leave();
  return report;
}

/** Who says what, and when. */
class Talk {
  readonly #tally: Tally;
  readonly #rate: number | undefined;
  #crowd: Crowd | undefined;
  #most = 0;
  isOver = false;
  sent = 0;

  constructor(tally: Tally, rate: number | undefined) {
    this.#tally = tally;
    this.#rate = rate;
  }

  begin(crowd: Crowd, most: number): void {
    this.#crowd = crowd;
    this.#most = most;
    if (this.#rate === undefined) for (const member of crowd.members) this.#sendNow(member);
    else sendAtRate(this.#rate / 1_000, performance.now(), (index, due) => this.#sendDue(index, due));
  }

  /** From the next message on. */
  measure(): void {
    this.#tally.measure(this.sent, this.#most);
  }

  answered(member: Member): void {
    if (this.#rate === undefined) this.#sendNow(member);
  }

  /** Where a rate is kept, it is over with the last message. */
  end(): void {
    if (this.#rate === undefined) this.isOver = true;
  }

  #sendNow(member: Member): void {
    this.#send(member, this.sent, performance.now());
  }

  #sendDue(index: number, due: number): boolean {
    const { members = [] } = this.#crowd ?? {};
    const member = members[index % members.length];
    return member !== undefined && this.#send(member, index, due);
  }

  #send(member: Member, index: number, due: number): boolean {
    if (index >= this.#most) this.isOver = true;
    if (this.isOver) return false;
    const listeners = this.#crowd?.listenersIn(member.seat.room) ?? 0;
    this.#tally.sent(index, due, performance.now(), listeners);
    this.sent++;
    member.send(index);
    return true;
  }
}

/** Waits for what is still on its way, for a while. */
async function until(isDone: () => boolean): Promise<void> {
  for (let waited = 0; waited < LATE_MS && !isDone(); waited += LOOK_EVERY_MS) await wait(LOOK_EVERY_MS);
}
