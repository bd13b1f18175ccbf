import { expect, test } from 'vitest';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { checkNames, createDrafts } from './emoji-drafts.ts';

const texts = lazyStrings.addEmoji;
let number = 0;
const create = (names: readonly string[]) =>
  createDrafts(
    names.map(name => ({ file: new File(['x'], name) })),
    [],
    () => String(number++),
  );

test('files of the same name get names of their own', () => {
  expect(create(['a/cat.png', 'b/cat.gif', 'dog.png']).map(({ name }) => name)).toEqual([
    'cat',
    'cat_2',
    'dog',
  ]);
});

test('each draft has the problem of its own name', () => {
  const drafts = create(['cat.png', 'dog.png', 'fox.png', 'fish.png', '猫.png']);
  const named = drafts.map((draft, index) => (index === 3 ? { ...draft, name: 'dog' } : draft));
  const checked = checkNames(named, name => name === 'cat');
  expect(checked.map(({ problem }) => problem)).toEqual([
    texts.nameTaken,
    texts.nameTwice,
    undefined,
    texts.nameTwice,
    texts.nameInvalid,
  ]);
});

test('a file that is no picture has a problem from the start, and takes no name', () => {
  const drafts = createDrafts(
    [{ file: new File(['x'], 'cat.svg'), problem: 'noPicture' }, { file: new File(['x'], 'cat.png') }],
    [],
    () => String(number++),
  );
  expect(drafts.map(({ name, state, problem }) => [name, state, problem])).toEqual([
    ['', 'unusable', texts.noPicture],
    ['cat', 'ready', undefined],
  ]);
});
