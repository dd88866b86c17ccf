import { defineWords, sayIn } from '@holdfast/client/i18n';
import { pageStorage } from '@holdfast/client/storage';
import { describe, expect, test, vi } from 'vitest';
import { createSettings } from './settings.ts';

const words = defineWords({ 'zh-TW': { open: '開啟' }, en: { open: 'Open' } });
const loadTexts = async () => [['開啟', '开启']] as const;

describe('the language of a device', () => {
  test.each([
    [['zh-TW', 'en'], 'zh-TW'],
    [['zh-HK'], 'zh-TW'],
    [['zh-CN', 'zh-TW'], 'zh-CN'],
    [['en-US', 'zh-Hans-SG'], 'zh-CN'],
    [['ja', 'en'], 'en'],
    [['fr'], 'en'],
    [[], 'zh-TW'],
  ])('that prefers %j is %s', (preferred, language) => {
    expect(createSettings(pageStorage(), preferred).read().language).toBe(language);
  });

  test('changes to zh-CN once its texts are there', async () => {
    const settings = createSettings(pageStorage(), ['zh-TW'], loadTexts);
    settings.change({ language: 'zh-CN' });
    expect(settings.read().language).toBe('zh-TW');
    await vi.waitFor(() => expect(settings.read().language).toBe('zh-CN'));
    expect(sayIn(words, 'zh-CN')('open')).toBe('开启');
  });

  test('stays readable in traditional characters when the texts cannot be loaded', async () => {
    const settings = createSettings(pageStorage(), ['zh-CN'], async () => {
      throw new Error('offline');
    });
    await settings.loaded;
    expect(sayIn(words, settings.read().language)('open')).toBe('開啟');
  });
});
