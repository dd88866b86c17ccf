import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { PasskeyDevice } from './port.ts';

const brokenOff = () => undefined;

export const webPasskeys: PasskeyDevice = {
  isAvailable: browserSupportsWebAuthn,
  async make(options) {
    const optionsJSON = JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON;
    const made = await startRegistration({ optionsJSON }).catch(brokenOff);
    return made && JSON.stringify(made);
  },
  async sign(options) {
    const optionsJSON = JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON;
    const signed = await startAuthentication({ optionsJSON }).catch(brokenOff);
    return signed && JSON.stringify(signed);
  },
};
