import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const usable = {
  HOLDFAST_MODE: 'demo',
  HOLDFAST_DATA: '/var/lib/holdfast',
  DATABASE_URL: 'postgres://db.example/holdfast',
};

describe('the configuration', () => {
  it('has safe defaults and cannot be changed', () => {
    const config = readConfig(usable);
    expect(config).toMatchObject({
      mode: 'demo',
      host: '127.0.0.1',
      port: 3000,
      roles: ['gateway', 'worker'],
      secretTexts: undefined,
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('names all its faults at once', () => {
    const read = () =>
      readConfig({ ...usable, PORT: 'x', HOLDFAST_ROLES: 'cook', SUPPORT_URL: 'http://plain.example' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/PORT[\s\S]*HOLDFAST_ROLES[\s\S]*SUPPORT_URL/);
  });

  it('is production unless it is told otherwise: published passwords never come by accident', () => {
    const { HOLDFAST_MODE: _, ...silent } = usable;
    expect(() => readConfig(silent)).toThrow(/CHANNEL_KEYS and MASTER_KEY/);
  });

  it('refuses production without its own secrets', () => {
    expect(() => readConfig({ ...usable, HOLDFAST_MODE: 'production' })).toThrow(
      /CHANNEL_KEYS and MASTER_KEY/,
    );
    expect(() => readConfig({ ...usable, HOLDFAST_MODE: 'production', MASTER_KEY: 'ab' })).toThrow(
      /CHANNEL_KEYS and MASTER_KEY/,
    );
    const secrets = { CHANNEL_KEYS: '[]', MASTER_KEY: 'ab' };
    expect(readConfig({ ...usable, HOLDFAST_MODE: 'production', ...secrets }).secretTexts).toEqual({
      channelKeys: '[]',
      masterKey: 'ab',
    });
  });
});
