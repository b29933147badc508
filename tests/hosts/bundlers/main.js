import 'attention-playground/embed';
