export type OutboundProblem =
  | 'invalid_url'
  | 'forbidden_address'
  | 'unknown_host'
  | 'unreachable'
  | 'timeout'
  | 'too_large';

/** A request to another server that was not sent, or has no complete response. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly problem: OutboundProblem;

  constructor(problem: OutboundProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}
