// Names and codes of leagues: which names are taken, which are refused, and how a code may be written.
import { describe, expect, test } from 'vitest'

import { parseCode, parseLeagueName } from './league.ts'

describe('the name of a league', () => {
  test.each([
    'Class 9b',
    'Ökonomie 9b – Größe & Maß',
    'Łódź Øst Çağrı Ærø Þór',
    'Ƙungiyar Ɗalibai ŋutɔ Əli',
    'Physics + Maths (Year 9)',
    'Go Tigers!',
    'Class of St. Mary',
    'C++ #1',
    'Klasse 9.b',
    '1.A',
    'Ƴan Makaranta',
    'Business Administration',
    'Administración de Empresas',
    'Ɲɛgɛn',
  ])('may be %j', (name) => {
    expect(parseLeagueName(name)).toBe(name)
  })

  test('is trimmed and composed', () => {
    expect(parseLeagueName('  O\u0308konomie ')).toBe('Ökonomie')
  })

  test.each([
    ['too short', 'Ab'],
    ['too long', 'x'.repeat(41)],
    ['without a letter or digit', '!!! &&&'],
    ['of clicks, which look like exclamation marks', 'ǃǃǃ 9b'],
    ['with a web address', 'win.example'],
    ['with a dot of another alphabet', 'wwwꞏevilꞏcom'],
    ['of another alphabet', 'Класс 9'],
    ['with two spaces', 'Class  9b'],
    ['that is invisible in part', 'Class\u200B9b'],
    ['of small capitals', 'ᴀᴅᴍɪɴ'],
    ['with a letter of phonetics', 'ɑdmin'],
    ['of fullwidth letters', 'Ａｄｍｉｎ'],
    ['with a mark in place of a letter', 'adm!n team'],
    ['with a bracket in place of a letter', 'fu(k you'],
    ['with a plus in place of a letter', 'shi+'],
    ['with two signs in place of letters', 'Sh!t!'],
    ['with signs around a sign', '#(sh!t)'],
    ['with one sign for all letters i', 'Off!c!al!'],
    ['with a plus at the end', 'T!ts T!ts!'],
    ['of the administrator', 'Administrator'],
    ['with a letter that ends in a dot', 'www eviŀcom'],
    ['with a dot before a word', '9.be'],
    ['with a stroke', 'ⱥdmin'],
    ['with hooked letters', 'ƒuck'],
    ['with accents', 'Fück Youß'],
    ['of the product', 'Tengrand Support'],
  ])('is refused: %s, %j', (_why, name) => {
    expect(parseLeagueName(name)).toBeNull()
  })
})

describe('a code', () => {
  test.each(['bcdf-2345', ' B C D F 2 3 4 5 ', 'BCDF–2345', 'BCDF−２３４５'])(
    'may be written as %j',
    (text) => {
      expect(parseCode(text)).toBe('BCDF2345')
    },
  )

  test.each(['', 'BCDF234', 'BCDF23456', 'ACDF2345', 'BCDF2345\0', '%'])('is not %j', (text) => {
    expect(parseCode(text)).toBeNull()
  })
})
