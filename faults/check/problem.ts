/** A name for each kind of problem, which tests can expect. */
export type Fault =
  | 'lost'
  | 'stored twice'
  | 'not requested'
  | 'stored differently'
  | 'wrong error'
  | 'results differ'
  | 'position not used once'
  | 'event missing'
  | 'events out of order'
  | 'events differ'
  | "author's order"
  | 'time decreases'
  | 'reactions'
  | 'last message'
  | 'writers of a room'
  | 'file'
  | 'edit'
  | 'mention'
  | 'conversation'
  | 'read cursor'
  | 'unread count'
  | 'view differs'
  | 'replay differs'
  | 'acknowledged before the sync'
  | 'deadlock';

export interface Problem {
  fault: Fault;
  what: string;
}

/** Throws with the number of each fault, and its first problem. */
export function assertNoProblems(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const byFault = [...Map.groupBy(problems, problem => problem.fault)];
  const lines = byFault.map(([fault, all]) => `${all.length} x ${fault}: ${all[0]?.what}`);
  throw new Error(`Broken promises:\n${lines.join('\n')}`);
}
