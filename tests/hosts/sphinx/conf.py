project = 'A course'
html_static_path = ['_static']
html_js_files = [('embed/attention-playground.js', {'type': 'module'})]
