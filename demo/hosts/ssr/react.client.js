import { createElement, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './react.app.js';

hydrateRoot(document.querySelector('#app'), createElement(StrictMode, null, createElement(App)), {
  onRecoverableError: (error) => console.error(error),
});
