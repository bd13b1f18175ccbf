import { type Chat, type RoomLog, Store } from '@snug/client';
import {
  type CommandArguments,
  CommandError,
  type CommandOutput,
  type Member,
  type MemberCursor,
} from '@snug/protocol';

export interface MembersView {
  members: readonly Member[];
  /** People whose ban or silence lasts; empty for readers who are not admins. */
  excluded: readonly Member[];
  /** Present if there are more members. */
  next?: MemberCursor | undefined;
  isLoadingMore: boolean;
}

const NOBODY: MembersView = { members: [], excluded: [], isLoadingMore: false };

interface MembersSource {
  listMembers: (input: CommandArguments<'list_members'>) => Promise<CommandOutput<'list_members'>>;
  people: Pick<Chat['people'], 'upsert'>;
}

/** A copy of the members of a room, as of the last read. */
export class RoomMembers {
  /** Undefined until the first read has ended. */
  readonly view = new Store<MembersView | undefined>(undefined);

  readonly #source: MembersSource;
  readonly #roomId: string;
  /** The number of the current read. Results of earlier ones are older. */
  #readNumber = 0;
  /** How many members the current read is for; 0 without one. A later read does not want fewer. */
  #wantedCount = 0;

  constructor(source: MembersSource, roomId: string) {
    this.#source = source;
    this.#roomId = roomId;
  }

  /** Reads at least as many members as are known. */
  readonly readAgain = (): Promise<void> => this.#read(this.view.get()?.members.length ?? 0);

  async loadMore(): Promise<void> {
    const view = this.view.get();
    if (!view?.next || view.isLoadingMore) return;
    this.view.set({ ...view, isLoadingMore: true });
    await this.#read(view.members.length + 1);
  }

  async #read(count: number): Promise<void> {
    const number = ++this.#readNumber;
    this.#wantedCount = Math.max(this.#wantedCount, count);
    try {
      const view = await this.#readPages(this.#wantedCount);
      if (number === this.#readNumber) this.#end(view);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      // The next connection reads again. Until then, the list has the people that are known otherwise.
      if (number === this.#readNumber) this.#end({ ...(this.view.get() ?? NOBODY), isLoadingMore: false });
    }
  }

  #end(view: MembersView): void {
    this.#wantedCount = 0;
    this.view.set(view);
  }

  async #readPages(count: number): Promise<MembersView> {
    let view = NOBODY;
    do {
      const { members, next, excluded } = await this.#source.listMembers({
        roomId: this.#roomId,
        ...(view.next && { after: view.next }),
      });
      for (const { person } of [...members, ...(excluded ?? [])]) this.#source.people.upsert(person);
      view = {
        ...view,
        members: [...view.members, ...members],
        excluded: excluded ?? view.excluded,
        next,
      };
    } while (view.next && view.members.length < count);
    return view;
  }
}

/** Whether the steps between two states of a log were changes of members or admins: all else changes the messages or the room. */
export function haveMembersChanged(before: RoomLog | undefined, after: RoomLog | undefined): boolean {
  if (!before || !after || before.seq === after.seq) return false;
  return before.messages === after.messages && before.room === after.room;
}
