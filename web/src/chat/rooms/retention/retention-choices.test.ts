import { assert, integer, option, property } from 'fast-check';
import { expect, test } from 'vitest';
import { FOREVER, listRetentionChoices, OTHER, toChoiceLabel } from './retention-choices.ts';

const list = (days?: number, most?: number) => listRetentionChoices(days, most).map(toChoiceLabel);

test('RT1 the choices are the usual times and another one', () => {
  expect(list()).toEqual(['Forever', '1 year', '90 days', '30 days', 'Other...']);
  expect(list(30)).toEqual(['Forever', '1 year', '90 days', '30 days', 'Other...']);
});

test('RT1 choices longer than the rule of the workspace are left out, and its own time is one', () => {
  expect(list(undefined, 90)).toEqual(['90 days', '30 days', 'Other...']);
  expect(list(undefined, 400)).toEqual(['400 days', '1 year', '90 days', '30 days', 'Other...']);
  expect(list(7, 45)).toEqual(['45 days', '30 days', '7 days', 'Other...']);
  expect(list(90, 1)).toEqual(['1 day', 'Other...']);
});

test('RT1 no choice exceeds the rule of the workspace, none is there twice, and the present time is one', () => {
  const days = option(integer({ min: 1, max: 36_500 }), { nil: undefined });
  assert(
    property(days, days, (present, most) => {
      const choices = listRetentionChoices(present, most);
      expect(new Set(choices).size).toBe(choices.length);
      expect(choices.at(-1)).toBe(OTHER);
      const longest = Math.max(...choices.map(choice => (choice === FOREVER ? Infinity : choice)));
      expect(longest).toBe(most ?? Infinity);
      const isPossible = present !== undefined && present <= (most ?? Infinity);
      expect(choices.includes(present ?? FOREVER)).toBe(
        isPossible || (present === undefined && most === undefined),
      );
    }),
  );
});
