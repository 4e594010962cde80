import { translationFaults } from '@billhook/ui/texts/compare-texts';
import { describe, expect, it } from '@jest/globals';
import { en as answersEn } from './answers.en.js';
import { fr as answersFr } from './answers.fr.js';
import { en as clientEn } from './client.en.js';
import { fr as clientFr } from './client.fr.js';
import { en } from './en.js';
import { fr } from './fr.js';

describe('texts of the page of a document', () => {
  it('say the same in English and French', () => {
    expect(
      translationFaults(
        { ...en, answers: answersEn, client: clientEn },
        { ...fr, answers: answersFr, client: clientFr },
      ),
    ).toEqual([]);
  });
});
