import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { changeSetting } from './change-setting.ts';
import { listHistory, listSettings } from './list-settings.ts';
import { withdrawSetting } from './withdraw-setting.ts';

export const settingCalls = () =>
  calls({
    '/operator/setting/list': handle(listSettings, { limit: readsPerMinute(120) }),
    '/operator/setting/history': handle(listHistory, { limit: readsPerMinute(120) }),
    '/operator/setting/change': handle(changeSetting, { limit: perMinute(20) }),
    '/operator/setting/withdraw': handle(withdrawSetting, { limit: perMinute(20) }),
  });
