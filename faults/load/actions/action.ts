import type { CommandInput } from '@snug/protocol';
import type { Random } from '@snug/testkit/random.ts';
import type { ChangeCommand, Operation } from '../../journal.ts';
import type { LoadState } from '../load-state.ts';
import type { OwnMessages } from '../own-messages.ts';
import type { Participant } from '../participant.ts';

/** A writer, as its actions see it. */
export interface ActionContext {
  person: Participant;
  state: LoadState;
  random: Random;
  own: OwnMessages;
  /** Unique across all writers. */
  nextText: () => string;
  /** Resolves when the change is acknowledged or finally rejected. */
  change: <Name extends ChangeCommand>(command: Name, input: CommandInput<Name>) => Promise<Operation<Name>>;
  /** Sends an earlier change again, as a client does that lost its result. */
  repeat: (operation: Operation) => Promise<void>;
}

export type Action = (context: ActionContext) => Promise<void>;
