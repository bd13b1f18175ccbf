import type { CommandInput, CommandOutput, ErrorBody } from '@snug/protocol';
import { ObservedEvents } from './observed-events.ts';

/** The commands that the load gives. */
export type ChangeCommand = 'send_message' | 'set_reaction' | 'delete_message' | 'edit_room' | 'set_admin';

/** One change that somebody wanted, however often they had to ask for it. */
export interface Operation<Name extends ChangeCommand = ChangeCommand> {
  uid: string;
  command: Name;
  input: CommandInput<Name>;
  /** How often it was asked for. */
  tries: number;
  /** How many of these were refused. */
  refusals: number;
  /** `unknown`: nobody was told, so it may be stored or not. */
  outcome: 'unknown' | 'acknowledged' | 'refused';
  /** Each answer that came; several where several tries arrived. */
  results: CommandOutput<Name>[];
  refusal?: ErrorBody;
  startedAt: number;
  /** From the first time that it was asked for to the first answer, in ms. */
  latencyMs?: number;
}

/**
 * Everything that the people of a load wanted and were told. Writers note an operation before they ask, and its answer
 * when it comes; readers note what comes over their wires.
 */
export class Journal {
  /** In the order in which they were begun. */
  readonly operations: Operation[] = [];
  readonly observed = new ObservedEvents();
  /** The SHA-256 of each upload that was acknowledged, by the file's id. */
  readonly uploadHashes = new Map<string, string>();

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

  acknowledge<Name extends ChangeCommand>(operation: Operation<Name>, answer?: CommandOutput<Name>): void {
    operation.outcome = 'acknowledged';
    operation.latencyMs ??= performance.now() - operation.startedAt;
    if (answer) operation.results.push(answer);
  }

  /** For good: no retry can help. */
  refuse(operation: Pick<Operation, 'outcome' | 'refusal' | 'refusals' | 'tries'>, refusal: ErrorBody): void {
    operation.refusals++;
    // Of several tries one may have succeeded, and its answer been lost: such as a like of what was deleted since.
    const isRefused = operation.refusals >= operation.tries;
    if (operation.outcome !== 'acknowledged' && isRefused) operation.outcome = 'refused';
    operation.refusal = refusal;
  }

  /** How long people waited for their answers, in ms. */
  get latencies(): number[] {
    return this.operations.flatMap(({ latencyMs }) => latencyMs ?? []);
  }

  getOperations<Name extends ChangeCommand>(command: Name): Operation<Name>[] {
    return this.operations.filter(operation => operation.command === command) as unknown as Operation<Name>[];
  }
}
