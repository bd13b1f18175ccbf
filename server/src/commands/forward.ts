import type { CommandInput, CommandName, CommandOutput } from '@snug/protocol';
import type { InputOf, OutputOf } from '../db/mutation.ts';
import type { HandlerCaller, Handlers, Services } from './command-handler.ts';
import type { SnugMutations } from './mutations.ts';

/** Not only assignable: a result with more fields could show what its reader must not see. */
type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Mutations without an output return an `object`. */
type NamedOutput<Output> = [keyof Output] extends [never] ? object : Output;

/** Commands whose mutation has the same input and output. */
type ForwardableCommand = {
  [Name in CommandName & keyof SnugMutations]: [
    IsSame<CommandInput<Name>, InputOf<SnugMutations[Name]>>,
    IsSame<NamedOutput<CommandOutput<Name>>, OutputOf<SnugMutations[Name]>>,
  ] extends [true, true]
    ? Name
    : never;
}[CommandName & keyof SnugMutations];

/**
 * Creates the handlers of commands that only run their mutation. Their names are listed, because some of those that could be
 * here need more, such as the newest release.
 */
export function forward<Name extends ForwardableCommand>(...names: readonly Name[]): Pick<Handlers, Name> {
  const handlers = names.map(name => [
    name,
    ({ writer }: Services, { uid }: HandlerCaller, input: InputOf<SnugMutations[Name]>) =>
      writer.write(name, { uid }, input),
  ]);
  return Object.fromEntries(handlers) as Pick<Handlers, Name>;
}
