import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measureGrowth } from '../testing/measure-growth.ts';
import { listTerms } from './search-terms.ts';
import {
  haveWords,
  listTermChoices,
  parseSearchWords,
  SearchedText,
  type SearchWords,
} from './search-words.ts';

const TERMS: Readonly<Record<string, string>> = {
  我们在北京大学见面: '我们 们在 在北 北京 京大 大学 学见 见面 面',
  東京タワーでラーメンを食べた: '東京 京た たわ わー ーで でら らー ーめ めん んを を食 食べ べた た',
  '서울대학교에서 만나요': '서울 울대 대학 학교 교에 에서 서 만나 나요 요',
  'สวัสดีครับ ประชุมพรุ่งนี้': 'สวั วัส สดี ดีค ครั รับ บ ปร ระ ะชุ ชุม มพ พรุ่ รุ่ง งนี้ นี้',
  'हिन्दी में किताब पढ़ना': 'हिन्दी में किताब पढ़ना',
  'தமிழ் மொழி': 'தமிழ் மொழி',
  'كِتَابٌ جَدِيد في المَكْتَبَة': 'كتاب جديد في المكتبه مكتبه',
  'أحمد إلى آخره': 'احمد الي اخره',
  'Ещё раз: йод и ёлка, мой': 'еще раз йод и елка мой',
  'Straße, Müller und Fußgängerübergang': 'strasse muller und fussgangeruberga',
  'tiếng Việt và Đà Nẵng': 'tieng viet va da nang',
  'Işıl İstanbul’da ılık': 'isil istanbul da ilik',
  'great 🎉 👍🏽 👩‍💻 🇩🇪 ❤️': 'great 🎉 👍 👩💻 🇩🇪 ❤',
  'call fooBar_baz() in HTMLParser2': 'call foobarbaz barbaz baz in htmlparser2 parser2 2',
  'Error E1234 and ERR_CONN_RESET': 'error e1234 1234 and errconnreset connreset reset',
  'see https://example.com/a/b?x=1#frag now': 'see https example com a b x 1 frag now',
  'phone +49 (0)170 123-4567 ok': 'phone 49 0 170 123 4567 ok 491701234567 1701234567 1234567',
  'C++ and C# and .NET and F#': 'c++ and c# net f#',
  'mail to ann.lee+x@example.org': 'mail to ann lee x example org',
  'the meeting is tomorrow': 'the meeting is tomorrow',
  'naïve café ﬁle Ａｂｃ ①': 'naive cafe file abc 1',
  'שָׁלוֹם עולם': 'שלומ עולמ',
  "don’t and don't": 'don t and',
  '۱۲۳ and १२३': '123 and',
};

test.each(Object.entries(TERMS))('the terms of %s', (text, terms) => {
  expect([...listTerms(text)].toSorted()).toEqual(terms.split(' ').toSorted());
});

test.each([
  ['我们在北京大学见面', '北京', '北', '京大', '北京大学', '面', '"北京大学"'],
  ['東京タワーでラーメンを食べた', 'タワー', 'たわー', 'らーめん', 'ﾗｰﾒﾝ', '食べ'],
  ['ｶﾞﾗｽのドア', 'ガラス', 'がらす', 'ドア'],
  ['서울대학교에서 만나요', '서울', '대학', '학교에서', '만나', '서울'.normalize('NFD')],
  ['서울 지도.pdf'.normalize('NFD'), '지도', '서울'],
  ['สวัสดีครับ ประชุมพรุ่งนี้', 'สวัสดี', 'ประชุม', 'นี้'],
  ['ສະບາຍດີ', 'ສະບາຍ'],
  ['मुझे किताब पढ़ना है', 'किताब', 'किता', 'पढ़'],
  ['আমার সোনার বাংলা', 'বাংলা', 'সোনা'],
  ['كِتَابٌ جَدِيد في المَكْتَبَة', 'كتاب', 'المكتبة', 'مكتبة', 'مكتب'],
  ['والكتاب للطالب بالمدرسة', 'كتاب', 'طالب', 'مدرسة'],
  ['نامه‌ای از علی', 'علي', 'نامه', 'نامه‌ای'],
  ['می‌خواهم', 'خواهم', 'میخواهم'],
  ['والمدرسة بالمدرسة', 'المدرسة', 'والمدرسة'],
  ['Ещё раз: йод и ёлка', 'еще', 'ЁЛКА', 'йод'],
  ['Дома, новая', 'дом', 'НОВАЯ'.normalize('NFD')],
  ['Straße, Müller und Fußgänger', 'STRASSE', 'straß', 'muller', 'müll', 'fussganger', 'Fußgänger'],
  ['Mueller, Jaeger und Groesse', 'Müller', 'Jäger', 'größe', '"müller"'],
  ['Søren og Soeren på Aarhus', 'Søren', 'århus', 'AARHUS', 'pa'],
  ['Đà Nẵng', 'da nang', '"Đà Nẵng"'],
  ['Işıl İstanbul’da', 'ISIL', 'İSTANBUL', 'da'],
  ['good 👍🏽 👩‍💻 🇩🇪 ❤️', '👍', '👍🏿', '👩‍💻', '👩', '🇩🇪', '❤'],
  ['call fooBar_baz() in HTMLParser2', 'fooBar_baz', 'bar_baz', 'barb', 'foo', 'parser', 'HTMLPars', '"baz"'],
  ['ERR_CONN_RESET E1234 utf8mb4', 'conn_reset', 'reset', '1234', 'E12', 'mb4'],
  [
    'see https://example.com/a/b?x=1#frag',
    'example.com',
    'example.com/a',
    'https://example.com/a/b',
    'frag',
    'x=1',
  ],
  ['phone +49 (0)170 123-4567', '01701234567', '+491701234567', '0170 1234567', '4567', '123-4567'],
  ['order 0044 20 7946 0958', '2079460958', '020 7946 0958', '7946 0958'],
  ['id 12345678', '1234567', '12345678', '12 34 56 78'],
  ['ring 030 1234567', '030 1234567', '030/1234567', '0301234567', '301234567', '123 45 67'],
  ['ring 01701234567', '01701234567', '0170 1234567'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789', '012 345 6789'],
  ['ring +491701234567', '01701234567', '0170 1234567', '170 1234567', '004917 0123 4567'],
  ['ring 0170/1234567', '+491701234567', '+49 (0)170 1234567', '0049 170 1234567', '"+49 170 1234567"'],
  ['tel:+4930901820 or 00390612345678', '030 901820', '06 1234 5678', '+39 06 12345678'],
  ['13800138000', '+86 138 0013 8000'],
  ['０３－１２３４－５６７８', '0312345678', '+81 3 1234 5678', '03-1234-5678'],
  ['（０３）１２３４−５６７８', '03-1234-5678', '０３１２３４５６７８', '＋８１３１２３４５６７８'],
  ['我们**在北京**见~~面~~', '在北京见面', '我们在', '北京', '"在北京见面"'],
  ['회의는 `서울`에서', '서울에서'],
  ['1. 0170 1234567 2. 0171 2345678 3. 0172 3456789 4. 0173 4567890', '01712345678', '01734567890'],
  ["1,000,000 and 1'000'000 and 1000000", '1000000', '1,000,000', "1'000'000"],
  ['C++ and C# in .NET', 'c++', 'c#', '.net'],
  ['ann.lee+x@example.org', 'ann.lee+x@example.org', 'lee', '@example.org'],
  [
    'the meeting is tomorrow',
    'meet',
    'meeting tom',
    '"the meeting"',
    '"the meet',
    'tomorrow meeting',
    'the -lunch',
    '„the meeting“',
    '»the meeting«',
    '『the meeting』',
    '‹the meeting›',
    '＂the meeting＂',
    '〝the meeting〟',
  ],
  ['git push --force-with-lease', '--force', '--force-with-lease', 'push --force'],
  ['don’t', "don't", 'don t'],
])('in %s, a search finds %s', (text, ...searches) => {
  for (const search of searches) expect(search, `${finds(text, search)}`).toSatisfy(one => finds(text, one));
});

test.each([
  ['我们在北京大学见面', '京北', '上海', '"北京 大学 见"'],
  ['東京タワー', '京東'],
  ['서울대학교에서', '교학'],
  ['किताब', 'ताब', 'कित्'],
  ['كتاب المال', 'تاب', 'لمال'],
  ['йод мой', 'иод', 'мои'],
  ['Straße, Müller, übergang', 'rasse', 'mueller', 'ergang'],
  ['Mueller', 'Müler', 'Muller'],
  ['👩‍💻 🇩🇪', '💻', '🇫🇷'],
  ['fooBar_baz', 'oobar', 'arbaz', '"ba"', '"bar"'],
  ['E1234', '234', '"E12"'],
  ['example.com', 'xample', 'com.example'],
  ['+49 (0)170 123-4567', '7014567', '1704567', '+43 170 1234567'],
  ['+491701234567', '701234567', '91701234567', '+43 170 1234567'],
  ['C++', 'c+++x', 'd++'],
  ['git push --force', '-force', '−force', 'push －force'],
  [
    'the meeting',
    '『the meet』',
    '‹the meet›',
    '＂the meet＂',
    '"the meet"',
    '"meeting the"',
    'meeting -the',
    'th meeting',
    'eting',
    '-"the meeting" the',
  ],
])('in %s, a search does not find %s', (text, ...searches) => {
  expect(searches.filter(search => finds(text, search))).toEqual([]);
});

function finds(text: string, search: string): boolean {
  const words = parseSearchWords(search, true);
  return words.wanted.length > 0 && haveWords([text], words);
}

describe('hits', () => {
  test.each([
    ['Die Straße und die STRASSEN', 'strasse', ['Straße', 'STRASSE']],
    ['fooBar', 'bar', ['Bar']],
    ['北京大学和大学', '大学', ['大学', '大学']],
    ['e\u0301te\u0301 là', 'ete', ['e\u0301te\u0301']],
    ['ring +49 (0)170 123-4567 now', '0170 1234567', ['170 123-4567']],
    ['a 👩‍💻 b', '👩', ['👩‍💻']],
  ])('in %s, %s', (text, search, hits) => {
    const [word] = parseSearchWords(search, true).wanted;
    const found = word ? new SearchedText(text).findHits(word) : [];
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(hits);
  });
});

test('a short word matches whole words, except the last one while a person types', () => {
  const has = (search: string, isTyping: boolean) =>
    haveWords(['an island'], parseSearchWords(search, isTyping));
  expect([has('is', true), has('is', false), has('isl', false), has('is an', true)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test('a search has at most ten words and five exclusions', () => {
  const words = parseSearchWords(`${'word '.repeat(20)}${'-other '.repeat(20)}`, false);
  expect([words.wanted.length, words.unwanted.length]).toEqual([10, 5]);
});

const SAMPLES = [
  ...Object.keys(TERMS).flatMap(text => text.split(' ')),
  'ß',
  'İ',
  'ﾗｰﾒﾝ',
  '👩‍💻',
  '_',
  '+',
  '#',
  '-',
  '(0)',
  '12 34',
  '\u200d',
  '\u0301',
  'ـ',
  'ال',
  'aB',
  'É1',
  '”',
  '**',
  '`',
];
const NUMBER_PARTS = [
  '0',
  '00',
  '0170',
  '1234567',
  '+49',
  '＋39',
  '−',
  '-',
  '/',
  '.',
  ',',
  '(',
  ')',
  '\u200c',
];
const QUOTE = /["\p{Pi}\p{Pf}\u300c-\u300f\u301d-\u301f\uff02\uff62\uff63]/u;
const anyText = fc.oneof(
  fc
    .array(fc.oneof(fc.constantFrom(...SAMPLES), fc.constantFrom(' ', '', '_', '.')), { maxLength: 12 })
    .map(parts => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.integer({ min: 0x20, max: 0x30ff }).map(code => String.fromCodePoint(code)),
    maxLength: 40,
  }),
);

test('an index proposes every text that has the words of a search', () => {
  let found = 0;
  const property = fc.property(
    anyText,
    anyText,
    fc.nat(30),
    fc.nat(12),
    fc.boolean(),
    (text, other, from, length, isTyping) => {
      for (const search of [text.slice(from, from + length), other]) {
        const words = parseSearchWords(search, isTyping);
        if (words.wanted.length === 0 || !haveWords([text], words)) continue;
        found++;
        expect(isProposed(listTerms(text), words)).toBe(true);
      }
    },
  );
  fc.assert(property, { numRuns: 2_000 });
  expect(found).toBeGreaterThan(200);
});

test('a text has each of its words and numbers, as somebody copies them', () => {
  const part = fc.constantFrom(...SAMPLES, ...NUMBER_PARTS);
  const texts = fc
    .array(fc.array(part, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 })
    .map(words => words.map(parts => parts.join('')).join(' '));
  let found = 0;
  const property = fc.property(
    fc.oneof({ weight: 3, arbitrary: texts }, anyText),
    fc.boolean(),
    (text, isTyping) => {
      for (const copied of [text, ...text.split(/\s+/u)]) {
        const words = parseSearchWords(copied, isTyping);
        if (words.wanted.length === 0 || words.unwanted.length > 0 || QUOTE.test(copied)) continue;
        found++;
        expect([copied, haveWords([text], words)]).toEqual([copied, true]);
      }
    },
  );
  fc.assert(property, { numRuns: 2_000 });
  expect(found).toBeGreaterThan(2_000);
});

function isProposed(terms: ReadonlySet<string>, { wanted }: SearchWords): boolean {
  return wanted
    .flatMap(listTermChoices)
    .every(({ terms: some, isPrefix }) =>
      some.some(one => terms.has(one) || (isPrefix && [...terms].some(term => term.startsWith(one)))),
    );
}

test.each(['a', '1 ', 'aB', '北', 'ال', 'a\u0301', '👩‍', '"a ', '-a', '1.', '_', '\u200d'])(
  'the work for a long text of %j grows with its length alone',
  part => {
    const search = (text: string) => {
      listTerms(text);
      const [word] = parseSearchWords(text.slice(0, 200), false).wanted;
      if (word) new SearchedText(text).findHits(word);
      parseSearchWords(text, true);
    };
    search(part.repeat(10_000));
    expect(measureGrowth(part, search)).toBe('linear');
  },
);
