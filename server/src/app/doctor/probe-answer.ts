import type { ProbeAnswer } from '../../http/probe-route.ts';
import type { Response } from './ask.ts';

/** Undefined if the response is not of a server with the same secret. */
export function readAnswer({ status, body }: Response): ProbeAnswer | undefined {
  const answer: Partial<ProbeAnswer> = status === 200 ? parse(body) : {};
  const { node, peer } = answer;
  return typeof node === 'string' && typeof peer === 'string' ? (answer as ProbeAnswer) : undefined;
}

/** Whether some Snug refused the request. */
export function isSnugRefusal({ body }: Response): boolean {
  const { error }: { error?: { code?: unknown } } = parse(body);
  return typeof error?.code === 'string';
}

/** Nothing, if it is not a JSON object. */
function parse(body: string): object {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
