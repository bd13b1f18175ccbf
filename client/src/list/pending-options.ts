import type { CommandOutput } from '@snug/protocol';
import type { Actions } from '../actions/actions.ts';
import type { Memberships, RoomOptionsChange } from '../rooms/memberships.ts';

const COMMAND = 'set_room_options';

/** Shows waiting changes of room options, and their results. */
export function followOptions(
  { pending, onDone }: Pick<Actions, 'pending' | 'onDone'>,
  memberships: Memberships,
): void {
  pending.subscribe(() => {
    const changes = pending.get().filter(({ command }) => command === COMMAND);
    memberships.setPending(changes.map(({ roomId, input }) => [roomId, input as RoomOptionsChange]));
  });
  onDone.subscribe(({ action, output }) => {
    if (action.command !== COMMAND) return;
    memberships.apply(action.roomId, (output as CommandOutput<typeof COMMAND>).membership);
  });
}
