import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const usable = {
  HOLDFAST_MODE: 'demo',
  HOLDFAST_DATA: '/var/lib/holdfast',
  DATABASE_URL: 'postgres://db.example/holdfast',
};

const files = { ASSETS_URL: 'https://files.holdfast.example', ASSETS_PORT: '3002' };
/** Everything that production asks for besides its services. */
const given = { CHANNEL_KEYS: '[]', MASTER_KEY: 'ab', VAPID_KEYS: '{}', TRUSTED_PROXIES: 'none', ...files };
const services = {
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'no-reply@holdfast.example',
  SMS_URL: 'https://sms.example/send',
  SMS_TOKEN: 't',
};

describe('the configuration', () => {
  it.runIf(process.platform === 'linux')(
    'has a gateway process for each core, for half of them beside its database, or as many as it is told',
    () => {
      const { gatewayProcesses } = readConfig(usable);
      expect(gatewayProcesses).toBe(Math.min(availableParallelism(), 4));
      for (const here of [
        'postgres://holdfast:secret@127.0.0.1:5432/holdfast',
        'postgres://holdfast:secret@[::1]:5432/holdfast',
        'postgres://localhost/holdfast',
        'postgres://holdfast:secret@127.0.0.1:5432/holdfast?host=%2Frun%2Fpostgresql',
        'postgres://%2Frun%2Fpostgresql/holdfast',
        'postgres:///holdfast',
        'postgres://holdfast:%zz@127.0.0.1/holdfast',
      ])
        expect(readConfig({ ...usable, DATABASE_URL: here }).gatewayProcesses, here).toBe(
          Math.min(Math.max(Math.floor(availableParallelism() / 2), 1), 4),
        );
      expect(readConfig({ ...usable, GATEWAY_PROCESSES: '12' }).gatewayProcesses).toBe(12);
      expect(readConfig({ ...usable, HOLDFAST_ROLES: 'worker' }).gatewayProcesses).toBe(1);
      for (const wrong of ['0', '17', 'two'])
        expect(() => readConfig({ ...usable, GATEWAY_PROCESSES: wrong })).toThrow('GATEWAY_PROCESSES');
    },
  );

  it('keeps files in the data folder, or in a store that it knows all about', () => {
    expect(readConfig(usable).s3).toBeUndefined();
    const store = {
      S3_BUCKET: 'files',
      S3_ENDPOINT: 'https://s3.example',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(readConfig({ ...usable, ...store }).s3).toMatchObject({ bucket: 'files', region: 'us-east-1' });
    expect(() => readConfig({ ...usable, S3_BUCKET: 'files' })).toThrow('S3_ENDPOINT');
    expect(() => readConfig({ ...usable, ...store, S3_ENDPOINT: 'http://s3.example' })).toThrow('https');
  });

  it('serves files at each app by default, and in production from an origin of their own', () => {
    expect(readConfig(usable)).toMatchObject({ assetsPort: undefined, appFacts: { assetsUrl: '' } });
    const production = { ...usable, HOLDFAST_MODE: 'production', ...given, ...services };
    expect(readConfig(production)).toMatchObject({
      assetsPort: 3002,
      appFacts: { assetsUrl: files.ASSETS_URL },
    });
    const elsewhere = { ...production, HOLDFAST_ROLES: 'gateway,console', ASSETS_PORT: undefined };
    expect(readConfig(elsewhere)).toMatchObject({
      assetsPort: undefined,
      appFacts: { assetsUrl: files.ASSETS_URL },
    });
    const without = { ASSETS_URL: undefined, ASSETS_PORT: undefined };
    expect(() => readConfig({ ...production, ...without })).toThrow('ASSETS_URL: must be given');
    expect(() => readConfig({ ...elsewhere, ...without })).toThrow('ASSETS_URL: must be given');
    expect(readConfig({ ...production, ...without, HOLDFAST_ROLES: 'worker' }).appFacts.assetsUrl).toBe('');
    expect(() => readConfig({ ...production, ASSETS_PORT: undefined })).toThrow('ASSETS_PORT');
    expect(() => readConfig({ ...usable, ASSETS_PORT: '3002' })).toThrow('ASSETS_URL');
    for (const name of ['PUBLIC_URL', 'CONSOLE_URL'])
      expect(() => readConfig({ ...production, [name]: files.ASSETS_URL })).toThrow('another origin');
    for (const wrong of ['http://files.example', 'https://files.example/path'])
      expect(() => readConfig({ ...production, ASSETS_URL: wrong }), wrong).toThrow('https origin');
  });

  it('has safe defaults and cannot be changed', () => {
    const config = readConfig(usable);
    expect(config).toMatchObject({
      mode: 'demo',
      host: '127.0.0.1',
      port: 3000,
      roles: ['gateway', 'console', 'worker', 'assets'],
      secretTexts: undefined,
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('approves new bank cards by itself in a demo and in tests, never in production', () => {
    const approvalIn = (mode: string) =>
      readConfig({ ...usable, ...given, ...services, HOLDFAST_MODE: mode }).cardApproval;
    expect(['demo', 'test', 'production'].map(approvalIn)).toEqual(['at-once', 'at-once', 'by-review']);
  });

  it('says what each platform is given, and what it does not know is the first version', () => {
    const { appFacts } = readConfig({
      ...usable,
      APP_MINIMUM: 'ios=1.1.0',
      APP_NEWEST: 'web=1.2.0,ios=1.3.0',
      APP_STORES: 'ios=https://store.example/app?id=1',
      PIN_LOCK: 'off',
    });
    expect(appFacts.releases).toEqual({
      web: { minimum: '0.1.0', newest: '1.2.0', storeUrl: undefined },
      ios: { minimum: '1.1.0', newest: '1.3.0', storeUrl: 'https://store.example/app?id=1' },
      android: { minimum: '0.1.0', newest: '0.1.0', storeUrl: undefined },
    });
    expect(appFacts.pinLock).toBe(false);
    expect(() => readConfig({ ...usable, APP_NEWEST: 'desk=1.0.0' })).toThrow(/APP_NEWEST/);
  });

  it('has an intro video of its own in a demo, none elsewhere, and the one that is named anywhere', () => {
    const introVideo = (env: object) => readConfig({ ...usable, ...env }).appFacts.introVideoUrl;
    expect(introVideo({})).toBe('/intro.webm');
    expect(introVideo({ INTRO_VIDEO_URL: '' })).toBeUndefined();
    expect(introVideo({ HOLDFAST_MODE: 'test' })).toBeUndefined();
    expect(introVideo({ HOLDFAST_MODE: 'production', ...given, ...services })).toBeUndefined();
    for (const address of ['/other.webm', 'https://assets.example/intro.mp4'])
      expect(introVideo({ HOLDFAST_MODE: 'test', INTRO_VIDEO_URL: address })).toBe(address);
    for (const address of ['http://assets.example/a', '//assets.example/a', '/\\assets.example/a', 'a.webm'])
      expect(() => introVideo({ INTRO_VIDEO_URL: address })).toThrow(/INTRO_VIDEO_URL/);
  });

  it('names a file that cannot be read, and the variable that names it', () => {
    const read = () => readConfig({ ...usable, CHANNEL_KEYS_FILE: '/nowhere/keys.json', MASTER_KEY: 'ab' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/CHANNEL_KEYS_FILE: \/nowhere\/keys\.json cannot be read \(ENOENT\)/);
  });

  it('asks production who may speak for a client’s address, be it nobody', () => {
    const production = { ...usable, HOLDFAST_MODE: 'production', ...given, ...services };
    const trusted = (TRUSTED_PROXIES?: string) =>
      readConfig({ ...production, TRUSTED_PROXIES }).trustedProxies;
    expect(() => trusted()).toThrow(/TRUSTED_PROXIES: must be given/);
    expect(() => trusted(' ')).toThrow(/TRUSTED_PROXIES: must be given/);
    expect(trusted('none')).toEqual([]);
    expect(trusted('10.0.0.0/8, 2001:db8::1')).toEqual(['10.0.0.0/8', '2001:db8::1']);
    for (const wrong of ['proxy', '10.0.0.0/33', '10.0.0.1;10.0.0.2', '10.0.0'])
      expect(() => trusted(wrong), wrong).toThrow(/TRUSTED_PROXIES/);
    expect(readConfig(usable).trustedProxies).toEqual([]);
  });

  it('lets the console be answered from some networks alone, where they are named', () => {
    const networks = (CONSOLE_NETWORKS?: string) =>
      readConfig({ ...usable, CONSOLE_NETWORKS }).consoleNetworks;
    expect([networks(), networks(' ')]).toEqual([undefined, undefined]);
    expect(networks('203.0.113.0/24, 2001:db8::1')).toEqual(['203.0.113.0/24', '2001:db8::1']);
    expect(() => networks('office')).toThrow(/CONSOLE_NETWORKS/);
  });

  it('lets the page show a video of the configured origin alone', () => {
    const originsOf = (INTRO_VIDEO_URL?: string) => readConfig({ ...usable, INTRO_VIDEO_URL }).mediaOrigins;
    expect(originsOf()).toEqual([]);
    expect(originsOf('/other.webm')).toEqual([]);
    expect(originsOf('https://film.example:8443/intro.mp4?a=1')).toEqual(['https://film.example:8443']);
    expect(() => originsOf('https://a b')).toThrow(/INTRO_VIDEO_URL/);
  });

  it('knows no port above 65535', () => {
    expect(readConfig({ ...usable, PORT: '65535' }).port).toBe(65_535);
    expect(() => readConfig({ ...usable, PORT: '65536' })).toThrow(/PORT/);
  });

  it.each([
    ['SMTP_URL', 'smtps://user:CANARY/1@mail.example'],
    ['SMTP_URL', 'smtps://user:CANARY@mail.example:99999'],
    ['SMTP_URL', 'smtps://'],
    ['SMS_URL', 'https://user:CANARY@sms.example/send'],
    ['SMS_URL', 'https://CANARY:99999/send'],
    ['SUPPORT_URL', 'https://CANARY:99999/'],
    ['S3_ENDPOINT', 'https://user:CANARY@s3.example'],
    ['PUBLIC_URL', 'https://App.CANARY.example'],
    ['PUBLIC_URL', 'https://app.CANARY.example:443'],
    ['CONSOLE_URL', 'https://user:CANARY@console.example'],
    ['ASSETS_URL', 'https://files.CANARY:example'],
  ])('refuses %s that cannot be used, and repeats nothing of it: %s', (name, value) => {
    const production = { ...usable, HOLDFAST_MODE: 'production', ...given, ...services, [name]: value };
    expect(() => readConfig(production)).toThrow(`${name}: must be`);
    expect(() => readConfig(production)).not.toThrow('CANARY');
  });

  it('says what may stand there', () => {
    const wrong = { ...usable, HOLDFAST_MODE: 'live', HOLDFAST_DATA: undefined, LOG_LEVEL: 'loud' };
    expect(() => readConfig(wrong)).toThrow('HOLDFAST_MODE: Invalid option: expected one of "production"');
    expect(() => readConfig(wrong)).toThrow('HOLDFAST_DATA: Invalid input: expected string');
  });

  it('names all its faults at once', () => {
    const read = () =>
      readConfig({ ...usable, PORT: 'x', HOLDFAST_ROLES: 'cook', SUPPORT_URL: 'http://plain.example' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/PORT[\s\S]*HOLDFAST_ROLES[\s\S]*SUPPORT_URL/);
  });

  it('is production unless it is told otherwise: published passwords never come by accident', () => {
    const { HOLDFAST_MODE: _, ...silent } = usable;
    expect(() => readConfig(silent)).toThrow(/CHANNEL_KEYS, MASTER_KEY and VAPID_KEYS/);
  });

  it('refuses production without its own secrets', () => {
    expect(() => readConfig({ ...usable, HOLDFAST_MODE: 'production' })).toThrow(
      /CHANNEL_KEYS, MASTER_KEY and VAPID_KEYS/,
    );
    expect(() => readConfig({ ...usable, HOLDFAST_MODE: 'production', MASTER_KEY: 'ab' })).toThrow(
      /CHANNEL_KEYS, MASTER_KEY and VAPID_KEYS/,
    );
    expect(readConfig({ ...usable, HOLDFAST_MODE: 'production', ...given, ...services })).toMatchObject({
      secretTexts: { channelKeys: '[]', masterKey: 'ab', vapidKeys: '{}' },
    });
  });

  it('refuses a production worker without the services that carry its messages', () => {
    const production = { ...usable, HOLDFAST_MODE: 'production', ...given };
    for (const missing of Object.keys(services)) {
      const { [missing]: _, ...rest } = services as Record<string, string>;
      expect(() => readConfig({ ...production, ...rest })).toThrow(
        /SMTP_URL, MAIL_FROM, SMS_URL and SMS_TOKEN/,
      );
    }
    expect(() => readConfig({ ...production, ...services, SMTP_URL: 'http://mail.example' })).toThrow(
      /SMTP_URL: must begin with smtp/,
    );
    expect(readConfig({ ...production, ...services }).messaging).toEqual({
      smtpUrl: 'smtps://mail.example',
      mailFrom: 'no-reply@holdfast.example',
      smsUrl: 'https://sms.example/send',
      smsToken: 't',
    });
    expect(readConfig({ ...production, HOLDFAST_ROLES: 'gateway' }).messaging).toBeUndefined();
  });

  it('sends nothing from a demo, whatever services it is given', () => {
    expect(readConfig({ ...usable, ...services }).messaging).toBeUndefined();
  });

  it('refuses to send codes in plain over a network', () => {
    expect(() => readConfig({ ...usable, SMS_URL: 'http://sms.example/send' })).toThrow(/SMS_URL/);
  });
});

describe('push', () => {
  it('goes to the services of the browsers, or to those that are named', () => {
    expect(readConfig(usable).push).toEqual({
      services: [
        'fcm.googleapis.com',
        'updates.push.services.mozilla.com',
        '*.push.apple.com',
        '*.notify.windows.com',
      ],
      testService: undefined,
      fcmAccount: undefined,
      contact: 'https://support.holdfast.example/',
    });
    expect(readConfig({ ...usable, PUSH_SERVICES: 'push.example.com' }).push.services).toEqual([
      'push.example.com',
    ]);
    for (const wrong of ['*', 'https://push.example.com', 'localhost', '*.com,'])
      expect(() => readConfig({ ...usable, PUSH_SERVICES: wrong })).toThrow('PUSH_SERVICES');
  });

  it('goes to a service of this machine in tests alone, and never in production', () => {
    const service = { PUSH_TEST_SERVICE: 'http://127.0.0.1:9000' };
    expect(readConfig({ ...usable, ...service }).push.testService).toBe('http://127.0.0.1:9000');
    expect(() => readConfig({ ...usable, PUSH_TEST_SERVICE: 'http://10.0.0.1:9000' })).toThrow('127.0.0.1');
    const production = { ...usable, HOLDFAST_MODE: 'production', ...given, ...services };
    expect(() => readConfig({ ...production, ...service })).toThrow('PUSH_TEST_SERVICE');
  });
});

it('asks owners who are away before a lock in production, and elsewhere where it is turned on', () => {
  const production = {
    HOLDFAST_MODE: 'production',
    HOLDFAST_ROLES: 'gateway',
    TRUSTED_PROXIES: 'none',
    CHANNEL_KEYS: '[]',
    MASTER_KEY: 'ab',
    VAPID_KEYS: '{}',
    ...files,
  };
  const asks = (given: Readonly<Record<string, string>>) =>
    readConfig({ HOLDFAST_DATA: 'data', ...given }).asksAbsentOwners;
  expect(asks(production)).toBe(true);
  expect(asks({ ...production, ASK_ABSENT_OWNERS: 'off' })).toBe(true);
  expect(asks({ HOLDFAST_MODE: 'demo' })).toBe(false);
  expect(asks({ HOLDFAST_MODE: 'demo', ASK_ABSENT_OWNERS: 'on' })).toBe(true);
});

it('checks real names in production, where nobody can switch that off, and elsewhere unless it is switched off', () => {
  const production = {
    HOLDFAST_MODE: 'production',
    HOLDFAST_ROLES: 'gateway',
    TRUSTED_PROXIES: 'none',
    ...files,
  };
  const secrets = { CHANNEL_KEYS: '[]', MASTER_KEY: 'ab', VAPID_KEYS: '{}' };
  const checks = (given: Readonly<Record<string, string>>) =>
    readConfig({ HOLDFAST_DATA: 'data', ...given }).appFacts.realNameCheck;
  expect(checks({ ...production, ...secrets })).toBe(true);
  expect(() => checks({ ...production, ...secrets, REAL_NAME_CHECK: 'off' })).toThrow('REAL_NAME_CHECK');
  expect(checks({ HOLDFAST_MODE: 'demo' })).toBe(true);
  expect(checks({ HOLDFAST_MODE: 'demo', REAL_NAME_CHECK: 'off' })).toBe(false);
  expect(checks({ HOLDFAST_MODE: 'test' })).toBe(true);
  expect(checks({ HOLDFAST_MODE: 'test', REAL_NAME_CHECK: 'off' })).toBe(false);
});
