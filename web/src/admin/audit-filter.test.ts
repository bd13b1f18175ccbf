import { expect, test } from 'vitest';
import { type AuditFilter, COMMAND_LINE, toAuditInput } from './audit-filter.ts';

const NONE: AuditFilter = { by: '', action: '', from: '', to: '' };

test('empty and malformed filters ask for everything', () => {
  expect(toAuditInput(NONE)).toEqual({});
  expect(toAuditInput({ ...NONE, from: '2026-13-01', to: 'today' })).toEqual({});
});

test('the command line has no id', () => {
  expect(toAuditInput({ ...NONE, by: COMMAND_LINE, action: 'ban' })).toEqual({ uid: null, action: 'ban' });
});

test('both days are included, from the first moment of one to the end of the other', () => {
  const { from = 0, to = 0 } = toAuditInput({ ...NONE, from: '2026-02-28', to: '2026-03-01' });
  expect(from).toBe(new Date(2026, 1, 28).getTime());
  expect(to).toBe(new Date(2026, 2, 2).getTime());
});
