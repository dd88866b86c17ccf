import '@holdfast/ui/tokens.css';
import '@holdfast/ui/base.css';
import './console.css';
import { createRoot } from 'react-dom/client';
import { applySettings } from '#state/settings.ts';
import { boot, webPorts } from './boot.ts';
import { App } from './app.tsx';

const services = boot(webPorts());
const follow = () => applySettings(services.settings.read(), document.documentElement);
follow();
services.settings.subscribe(follow);
const root = document.querySelector('#root');
if (root) createRoot(root).render(<App services={services} />);
