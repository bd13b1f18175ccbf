/** What can be wrong, each by one name, so that a test can ask for it. */
export type Fault =
  | 'lost'
  | 'stored twice'
  | 'not asked for'
  | 'stored otherwise'
  | 'refused wrongly'
  | 'answers differ'
  | 'place not used once'
  | 'event missing'
  | 'events out of order'
  | 'told differently'
  | "author's order"
  | 'time runs backwards'
  | 'reactions'
  | 'last message'
  | 'writers of a room'
  | 'file'
  | 'view differs'
  | 'replay differs'
  | 'answered before the sync';

export interface Problem {
  fault: Fault;
  what: string;
}

/** Throws where there are problems: how many of each fault, and the first of each. */
export function assertNoProblems(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const byFault = [...Map.groupBy(problems, problem => problem.fault)];
  const lines = byFault.map(([fault, all]) => `${all.length} x ${fault}: ${all[0]?.what}`);
  throw new Error(`The promise is broken:\n${lines.join('\n')}`);
}
