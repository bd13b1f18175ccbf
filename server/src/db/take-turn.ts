/** Names that all searches of a process compare in a turn of the event loop: a long one takes 0.1 ms, and a send takes several turns. */
export const NAMES_PER_TURN = 25;

/** Resolves when the search may compare the next `NAMES_PER_TURN` names. Rejects if nobody wants its result any more. */
export type TakeTurn = () => Promise<void>;
