import { expect, test } from 'vitest';
import { getFirstName, splitName } from './names.ts';

test('a name is split after its first word and loses no characters', () => {
  expect(splitName('Ada')).toEqual(['Ada', '']);
  expect(splitName(' Ada  King Lovelace ')).toEqual(['Ada', '  King Lovelace']);
  expect(getFirstName('Ada King')).toBe('Ada');
});

test('the first name is the first word of Latin, Greek and Cyrillic names', () => {
  for (const name of [
    'Zoë van den Berg',
    'Jean-Luc Martin',
    'Łukasz Nowak',
    'Élodie Đorđević',
    'ibrahim Şahin',
    'Ọlá Adébáyọ̀',
    'Ελένη Παππά',
    'Андрій Шевченко',
    'Kaʻiulani Kealoha',
    "D'Arcy Lee",
    'Ann 🦊',
    'Don2 Bot',
  ])
    expect(getFirstName(name)).toBe(name.split(' ')[0]);
});

test('a name whose first word is no first name is whole', () => {
  for (const name of [
    '山田 太郎',
    '김 민수',
    'عبد الله حسن',
    'שרה לוי',
    'राहुल शर्मा',
    'สมชาย ใจดี',
    'Anna 山田',
    'Nguyễn Văn An',
    'Phạm Hà',
    'Trần Anh',
    'Hồ Lan',
    'Nguyễn Lan'.normalize('NFD'),
    'Vũ Hương',
    'Ngọc Ánh Trần',
    'Dr. Anna Weiß',
    'dr Anna Weiß',
    'Prof. Lee',
    'Mr Bean',
    'Frau Meier',
    'Sra. López',
    'Señora López'.normalize('NFD'),
    'Dipl.-Ing. Rot',
    'Др. Лист',
    'van den Berg',
    'de la Cruz',
    'J. R. R. Tolkien',
    'Weiß, Anna',
    '👩‍💻 Ann',
    '(Ops) Team',
  ])
    expect(splitName(name)).toEqual([name, '']);
});
