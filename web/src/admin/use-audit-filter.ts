import { AUDIT_ACTIONS } from '@snug/protocol';
import { useSearchParam } from '../ui/browser/location.ts';
import { type AuditFilter, COMMAND_LINE } from './audit-filter.ts';

const ID = /^[0-9a-f-]{36}$/;

/** Without what is malformed in the address. */
export function useAuditFilter(): AuditFilter {
  const [by = '', action] = [useSearchParam('by'), useSearchParam('action')];
  return {
    by: by === COMMAND_LINE || ID.test(by) ? by : '',
    action: AUDIT_ACTIONS.find(known => known === action) ?? '',
    from: useSearchParam('from') ?? '',
    to: useSearchParam('to') ?? '',
  };
}
