import './webhook-screens.css';
