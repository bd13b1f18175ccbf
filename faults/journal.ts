import type { CommandInput, CommandOutput, ErrorBody } from '@snug/protocol';
import { ObservedEvents } from './observed-events.ts';

type Refusal = Pick<ErrorBody, 'code' | 'message'>;

export type ChangeCommand =
  | 'send_message'
  | 'edit_message'
  | 'set_reaction'
  | 'set_pin'
  | 'set_saved'
  | 'set_read'
  | 'delete_message'
  | 'edit_room'
  | 'set_admin';

/** One requested change, with all its attempts. */
export interface Operation<Name extends ChangeCommand = ChangeCommand> {
  uid: string;
  command: Name;
  input: CommandInput<Name>;
  tries: number;
  /** How many attempts were rejected. */
  refusals: number;
  /** `unknown`: without a result, it may be stored or not. */
  outcome: 'unknown' | 'acknowledged' | 'refused';
  /** The result of each successful attempt. */
  results: CommandOutput<Name>[];
  refusal?: Refusal;
  startedAt: number;
  /** From the first attempt to the first result, in ms. */
  latencyMs?: number;
}

/** Writers record an operation before they send it, and its result when it arrives. Readers record all frames. */
export class Journal {
  /** In the order of their first attempts. */
  readonly operations: Operation[] = [];
  readonly observed = new ObservedEvents();
  /** The SHA-256 of each acknowledged upload, by the file's id. */
  readonly uploadHashes = new Map<string, string>();
  /** The people who joined all rooms before the first operation. */
  readonly joined = new Set<string>();
  /** What the server counts for each person at the end. */
  readonly counts = new Map<string, CommandOutput<'get_unread'>['reads']>();

  begin<Name extends ChangeCommand>(uid: string, command: Name, input: CommandInput<Name>): Operation<Name> {
    const startedAt = performance.now();
    const operation: Operation<Name> = {
      uid,
      command,
      input,
      tries: 0,
      refusals: 0,
      outcome: 'unknown',
      results: [],
      startedAt,
    };
    this.operations.push(operation);
    return operation;
  }

  acknowledge<Name extends ChangeCommand>(operation: Operation<Name>, result?: CommandOutput<Name>): void {
    operation.outcome = 'acknowledged';
    operation.latencyMs ??= performance.now() - operation.startedAt;
    if (result) operation.results.push(result);
  }

  /** The error is final: no retry can help. */
  refuse(operation: Pick<Operation, 'outcome' | 'refusal' | 'refusals' | 'tries'>, refusal: Refusal): void {
    operation.refusals++;
    // One of several attempts may have succeeded without a result: a reaction to a message that was deleted afterwards.
    const isRefused = operation.refusals >= operation.tries;
    if (operation.outcome !== 'acknowledged' && isRefused) operation.outcome = 'refused';
    operation.refusal = refusal;
  }

  get latencies(): number[] {
    return this.operations.flatMap(({ latencyMs }) => latencyMs ?? []);
  }

  getOperations<Name extends ChangeCommand>(command: Name): Operation<Name>[] {
    return this.operations.filter(operation => operation.command === command) as unknown as Operation<Name>[];
  }
}
